import { lstatSync } from 'node:fs';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve, sep } from 'node:path';

/** Windows has no owners; access lists protect files there. */
const { getuid } = process;

export function isTrusted(owner: number): boolean {
  const user = getuid?.();
  if (user === undefined || owner === user || owner === 0) return true;
  return user === 0 && owner === Number(process.env.SUDO_UID || 0);
}

const [byAnybody, sticky] = [0o002, 0o1000];

/**
 * How another user could write or replace a file, as the end of a sentence. The file, the links in its path and all
 * folders above it are checked. A sticky folder such as /tmp is safe above closed folders, but not directly around
 * the file.
 */
export async function whyOthers(file: string): Promise<string | undefined> {
  if (getuid === undefined) return undefined;
  const link = await foreignLink(file);
  if (link !== undefined) return `${link} belongs to another user`;
  const real = await realpath(file);
  const folder = dirname(real);
  for (const place of [real, ...foldersUp(folder)]) {
    const { uid, mode } = await stat(place);
    if (!isTrusted(uid)) return `${place} belongs to another user`;
    const isOpen = (mode & byAnybody) !== 0 && ((mode & sticky) === 0 || place === folder);
    if (isOpen) return `${place} can be changed by any user`;
  }
  return undefined;
}

/** A folder and those above it, up to the root of the file system. */
export function foldersUp(folder: string): string[] {
  const here = resolve(folder);
  const parent = dirname(here);
  return parent === here ? [here] : [here, ...foldersUp(parent)];
}

export const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (there) => there.isSymbolicLink(),
    () => false,
  );

/** Whether a path is a folder, not a link, that no other user owns or may write to; undefined if there is nothing. */
export function isOwnFolder(path: string): boolean | undefined {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  const isClosed = getuid === undefined || (isTrusted(there.uid) && (there.mode & byAnybody) === 0);
  return there.isDirectory() && isClosed;
}

const mostLinks = 40;

/** The first symbolic link in a path that belongs to another user. */
export async function foreignLink(file: string): Promise<string | undefined> {
  if (getuid === undefined) return undefined;
  const { root } = parse(resolve(file));
  let left = pathSteps(resolve(file).slice(root.length));
  let place = root;
  for (let links = 0; left.length > 0 && links < mostLinks; ) {
    const [step = '', ...others] = left;
    const next = join(place, step);
    const there = await lstat(next).catch(() => undefined);
    if (!there?.isSymbolicLink()) {
      place = next;
      left = others;
      continue;
    }
    if (!isTrusted(there.uid)) return next;
    const to = resolve(place, await readlink(next));
    links += 1;
    place = parse(to).root;
    left = [...pathSteps(to.slice(place.length)), ...others];
  }
  return undefined;
}

const pathSteps = (path: string): string[] => path.split(sep).filter((step) => step !== '');
