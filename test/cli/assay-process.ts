import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { assayFile } from '../../bench/command-of-assay.ts';

/** Starts the executable in its own process, without the proxies, colours and CI of this one. */
export function spawnAssay(...words: string[]): ChildProcessWithoutNullStreams {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', assayFile, ...words], {
    env: { PATH, HOME, NO_COLOR: '1' },
  });
}
