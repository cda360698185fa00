import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const results = join(import.meta.dirname, '../results');

/** What was run so far of one kind, kept on disk after each run so that what is interrupted goes on. */
export type Journal<T> = { readonly all: () => readonly T[]; readonly add: (run: T) => void };

/** Opens the journal of that name in `bench/results`, or begins it over. */
export function openJournal<T>(name: string, isFresh: boolean): Journal<T> {
  const file = join(results, `${name}.json`);
  if (isFresh) rmSync(file, { force: true });
  const runs: T[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return {
    all: () => runs,
    add(run) {
      runs.push(run);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `[\n${runs.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);
    },
  };
}
