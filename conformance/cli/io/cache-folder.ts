import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isOwnFolder } from '../../../src/ownership.ts';
import { foldersUp, nearestWith } from './folders.ts';
import type { Io } from './io.ts';

/**
 * Where things are kept for the project that a folder belongs to: among its packages, or else in the user's cache. A link below
 * the project may have come with it, and could lead to any folder of the user: none is followed. What lies in a folder that another
 * user may write to could say that nothing is left to check.
 */
export function cacheFolderOf(folder: string, env: Io['env']): string {
  const project = nearestWith('package.json', foldersUp(folder)) ?? resolve(folder);
  const packages = join(project, 'node_modules');
  const within = [join(packages, '.cache'), join(packages, '.cache', 'assay')];
  if (isOwnFolder(packages) && within.every((one) => isOwnFolder(one) !== false))
    return join(packages, '.cache', 'assay');
  const caches = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(caches, 'assay', createHash('sha256').update(project).digest('hex').slice(0, 16));
}
