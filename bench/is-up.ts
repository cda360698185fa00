import { get } from 'node:http';

/** Whether a server returns a response, with whatever status. */
export const isUp = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => response.resume().once('end', () => resolve(true))).once(
      'error',
      () => resolve(false),
    );
  });
