import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Where a command runs, and what its environment holds besides. */
export type Surroundings = { readonly folder?: string; readonly environment?: Record<string, string> };

/** Starts a command of assay in a process of its own, without the proxies, colours and CI of this one. */
export function start(words: readonly string[], { folder, environment = {} }: Surroundings = {}) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1', ...environment };
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...words], {
    cwd: folder,
    env,
  });
}

/** What a command of assay said until it ended, and how it ended. */
export async function assay(words: readonly string[], surroundings?: Surroundings) {
  const child = start(words, surroundings);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, out, error };
}
