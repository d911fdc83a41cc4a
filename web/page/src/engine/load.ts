// Loads the engine's module from beside the page. It is not part of the bundle: its worker and .wasm files must stay as
// they are, and scripts/build.mjs copies them to a folder that is named after their contents.
import type { CreateEngine } from './controller';

declare const __ENGINE_FOLDER__: string;

// The smallest module with an instruction of SIMD, which the engine is built with.
const SimdModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

const canRunEngine = (): boolean => typeof WebAssembly === 'object' && WebAssembly.validate(SimdModule);

export const createEngine: CreateEngine = async options => {
  if (!canRunEngine()) {
    throw new Error('this browser has no WebAssembly with SIMD. Chrome and Edge have it since version 91, Firefox since 89, Safari since 16.4.');
  }
  const address = new URL(`${__ENGINE_FOLDER__}/index.js`, document.baseURI).href;
  const module = (await import(/* @vite-ignore */ address)) as typeof import('skua-engine');
  return module.createEngine(options);
};

// Several threads need shared memory, which browsers allow only where the server isolates the page.
export const threadsPossible = (): boolean => globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';
