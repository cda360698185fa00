import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { assayFile } from '../../bench/command-of-assay.ts';

/** Starts the executable in its own process, without the proxies, colours and CI of this one. */
export const spawnAssay = (...words: string[]): ChildProcessWithoutNullStreams => spawnAssayIn({}, ...words);

/** The same with more in its environment. */
export function spawnAssayIn(
  environment: Readonly<Record<string, string>>,
  ...words: string[]
): ChildProcessWithoutNullStreams {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', assayFile, ...words], {
    env: { PATH, HOME, NO_COLOR: '1', ...environment },
  });
}
