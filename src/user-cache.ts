import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { foldersUp } from './ownership.ts';

/** The folder for what assay keeps for the user from one start to the next; undefined if the user has no such place. */
export function userCache(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const caches = [env.XDG_CACHE_HOME ?? '', join(home(), '.cache')].find(isAbsolute);
  return caches === undefined ? undefined : join(caches, 'assay');
}

/** A user of a container may be none that the system knows. */
function home(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/**
 * Makes a folder and those above it. The recursive form of Node never returns where nothing can be made, such as in
 * `/proc`: it tries the same folder again and again.
 */
export function makeFolders(folder: string, mode?: number): void {
  for (const one of foldersUp(folder).toReversed()) if (!existsSync(one)) mkdirSync(one, { mode });
}
