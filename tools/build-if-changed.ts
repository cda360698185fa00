import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle/checkout.ts';

// Builds, unless the build is newer than all that it is made of: a command that runs from the build keeps its files.

/** What the build is made of. */
const sources = ['conformance', 'fixtures', 'package-lock.json', 'package.json', 'spec', 'src', 'tools'];

/** When a file, a folder, or anything in it was last changed; nothing that is installed counts. */
function changed(path: string): number {
  const stats = statSync(path);
  const within = stats.isDirectory() ? readdirSync(path).filter((name) => name !== 'node_modules') : [];
  return Math.max(stats.mtimeMs, ...within.map((name) => changed(join(path, name))));
}

const built = statSync(join(root, 'dist/licences'), { throwIfNoEntry: false });
if (built === undefined || sources.some((source) => changed(join(root, source)) > built.mtimeMs))
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
