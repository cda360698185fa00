import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const prism = fileURLToPath(new URL('../../node_modules/.bin/prism', import.meta.url));
const document = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url));

/** A Prism that listens; disposing of it ends it. */
export type Prism = AsyncDisposable & { readonly baseUrl: string };

/** Starts Prism, an independent reader of the shipped contract, on a free port of the loopback address: as a proxy that judges what a server responds. */
export async function startPrism(server: string): Promise<Prism> {
  const words = [prism, 'proxy', document, server, '--host', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const end = async (): Promise<void> => {
    child.kill();
    await closed;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /Prism is listening on (http:\S+)/.exec(line)?.[1];
    if (baseUrl === undefined) continue;
    // Its log is not read on, but has to drain: a full pipe would stop it.
    child.stdout.resume();
    return { baseUrl, [Symbol.asyncDispose]: end };
  }
  await end();
  throw new Error('Prism ended before it listened');
}
