import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../../conformance/cli/bin.ts', import.meta.url));

/** Starts the executable in its own process, without the proxies, colours and CI of this one. */
export function spawnAssay(...words: string[]): ChildProcessWithoutNullStreams {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', executable, ...words], {
    env: { PATH, HOME, NO_COLOR: '1' },
  });
}
