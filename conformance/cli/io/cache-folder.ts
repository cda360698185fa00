import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { foldersUp, nearestWith } from './folders.ts';
import type { Io } from './io.ts';

/** Where things are kept for the project that a folder belongs to: among its packages, or else in the user's cache. */
export function cacheFolderOf(folder: string, env: Io['env']): string {
  const project = nearestWith('package.json', foldersUp(folder)) ?? resolve(folder);
  const packages = join(project, 'node_modules');
  if (existsSync(packages)) return join(packages, '.cache', 'assay');
  const caches = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(caches, 'assay', createHash('sha256').update(project).digest('hex').slice(0, 16));
}
