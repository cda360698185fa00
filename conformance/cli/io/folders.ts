import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A folder and those that it is in, up to the root of the file system. */
export function foldersUp(folder: string): string[] {
  const here = resolve(folder);
  const parent = dirname(here);
  return parent === here ? [here] : [here, ...foldersUp(parent)];
}

/** The first of some folders in which there is something of a name. */
export const nearestWith = (name: string, folders: readonly string[]): string | undefined =>
  folders.find((folder) => existsSync(join(folder, name)));
