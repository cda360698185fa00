import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const caches = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay', 'generators');

const asked = new Map<string, Promise<string>>();

/**
 * A folder in the user's cache that holds what a file of pinned versions asks for. It is filled once for each content
 * of that file, and is there as a whole or not at all.
 */
export function cached(lock: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = asked.get(lock) ?? find(lock, fill);
  asked.set(lock, folder);
  return folder;
}

async function find(lock: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const key = createHash('sha256')
    .update(`${process.platform} ${process.arch} `)
    .update(await readFile(lock));
  const folder = join(caches, key.digest('hex').slice(0, 16));
  if (await isThere(folder)) return folder;
  await mkdir(caches, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await fill(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another run may have filled it meanwhile.
    if (!(await isThere(folder))) throw error;
  }
  return folder;
}

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  );
