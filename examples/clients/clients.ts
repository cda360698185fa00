import type { Client } from './client.ts';

/** The clients that need no generator, by their names in the docs; one is imported when it is used. */
export const clients: Readonly<Record<string, () => Promise<Client>>> = {
  'openapi-fetch': async () => (await import('./openapi-fetch.ts')).openapiFetch,
  axios: async () => (await import('./axios.ts')).axiosClient,
  got: async () => (await import('./got.ts')).gotClient,
  'fetch of Node': async () => (await import('./node-fetch.ts')).nodeFetch,
  undici: async () => (await import('./undici.ts')).undiciClient,
  curl: async () => (await import('./curl.ts')).curlClient,
};
