import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { foldersUp, nearestWith } from '../io/folders.ts';

/** The name by which a target file is found without being named. */
export const targetFileName = 'assay.target.yaml';

/**
 * The target file of a project, as seen from a folder in it: the nearest one from that folder up to the root of its
 * repository, or else of its package. Beyond that, files are somebody else's: they could name a server to send our
 * environment to.
 */
export function findTarget(folder: string): string | undefined {
  const folders = foldersUp(folder);
  const root = nearestWith('.git', folders) ?? nearestWith('package.json', folders) ?? resolve(folder);
  const found = folders
    .slice(0, folders.indexOf(root) + 1)
    .map((one) => join(one, targetFileName))
    .find((file) => existsSync(file));
  return found === undefined ? undefined : relative(folder, found);
}
