import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What the build is made of. */
const sources = ['conformance', 'fixtures', 'package-lock.json', 'package.json', 'spec', 'src', 'tools'];

/** When a file, a folder, or anything in it was last changed; nothing that is installed counts. */
function changed(path: string): number {
  const stats = statSync(path);
  const within = stats.isDirectory() ? readdirSync(path).filter((name) => name !== 'node_modules') : [];
  return Math.max(stats.mtimeMs, ...within.map((name) => changed(join(path, name))));
}

function isCurrent(): boolean {
  const built = statSync(join(root, 'dist/licences'), { throwIfNoEntry: false });
  return built !== undefined && sources.every((source) => changed(join(root, source)) < built.mtimeMs);
}

/** Makes the build once, for all tests that start the command line or install the package. */
export function setup(): void {
  if (!isCurrent()) execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
}
