// Loads the engine's module from beside the page. It is not part of the bundle: its worker and .wasm files must stay as
// they are, and scripts/build.mjs copies them to a folder that is named after their contents.
import type { CreateEngine } from './controller';

declare const __ENGINE_FOLDER__: string;

export const createEngine: CreateEngine = async options => {
  const address = new URL(`${__ENGINE_FOLDER__}/index.js`, document.baseURI).href;
  const module = (await import(/* @vite-ignore */ address)) as typeof import('skua-engine');
  return module.createEngine(options);
};

// Several threads need shared memory, which browsers allow only where the server isolates the page.
export const threadsPossible = (): boolean => globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';
