// Where the page's engines run: on this device, or on the server that the page comes from.
import { signal } from '@preact/signals';
import type { CreateEngine } from '../engine/controller';
import { createEngine as createOnDevice } from '../engine/load';
import { isService, serviceEngine } from '../engine/service';
import { settings } from './state';

const base = new URL('.', document.baseURI).href;

// Has the page's server a service? Asked for only when somebody may want it: most have none.
export const serviceFound = signal(settings.value.engine === 'server');

export async function lookForService(): Promise<void> {
  if (!serviceFound.value) serviceFound.value = await isService(base);
}

const createOnServer = serviceEngine(base, createOnDevice);

export const createEngine: CreateEngine = options =>
  settings.value.engine === 'server' ? createOnServer(options) : createOnDevice(options);
