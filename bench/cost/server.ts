import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import type { Size } from './made-catalog.ts';

/** What the server saw since it was last asked. */
export type Seen = { readonly first?: number; readonly requests: number };

/** A stub in a process of its own. */
export type Server = AsyncDisposable & {
  readonly file: TargetFile & { readonly baseUrl: string };
  /** Tells what was seen, and forgets it. */
  readonly seen: () => Promise<Seen>;
};

/** Starts a stub over the shop, or over an invented catalog of a size. */
export async function startServer(size: Size | null = null): Promise<Server> {
  const script = new URL('./served.ts', import.meta.url);
  const child = fork(script, [JSON.stringify(size)], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the server ended before it was ready; what it said stands above');
  });
  const [file] = (await Promise.race([once(child, 'message'), ended])) as [Server['file']];
  ended.catch(() => {});
  return {
    file,
    seen: async () => {
      child.send('tell');
      const [seen] = (await once(child, 'message')) as [Seen];
      return seen;
    },
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
