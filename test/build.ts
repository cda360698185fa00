import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Makes the build once, for all tests that start the command line or install the package. */
export const setup = (): void =>
  void execFileSync('npm', ['run', '-s', 'prepack'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
