import { defineConfig } from 'vite';

// `base: './'` makes the page work below any path. The engine is not bundled: scripts/build.mjs copies it beside the page.
export default defineConfig({
  base: './',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: false },
  test: { include: ['test/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
} as Parameters<typeof defineConfig>[0]);
