import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { foldersUp, nearestWith } from './folders.ts';
import type { Io } from './io.ts';

/**
 * Where things are kept for the project that a folder belongs to: among its packages, or else in the user's cache. A link below
 * the project may have come with it, and could lead to any folder of the user: none is followed.
 */
export function cacheFolderOf(folder: string, env: Io['env']): string {
  const project = nearestWith('package.json', foldersUp(folder)) ?? resolve(folder);
  const packages = join(project, 'node_modules');
  const within = [join(packages, '.cache'), join(packages, '.cache', 'assay')];
  if (isFolder(packages) && within.every((one) => isFolder(one) !== false))
    return join(packages, '.cache', 'assay');
  const caches = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(caches, 'assay', createHash('sha256').update(project).digest('hex').slice(0, 16));
}

/** Whether a path leads to a folder without a link at its end; undefined where there is nothing. */
const isFolder = (path: string): boolean | undefined =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory();
