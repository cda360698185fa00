import { lstatSync } from 'node:fs';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve, sep } from 'node:path';

/** Where there are no owners (Windows), everything is ours; access lists hold there. */
const { getuid } = process;

/** Whether a user may change what we run: we ourselves, root, and who became root by sudo. */
export function isTrusted(owner: number): boolean {
  const user = getuid?.();
  if (user === undefined || owner === user || owner === 0) return true;
  return user === 0 && owner === Number(process.env.SUDO_UID || 0);
}

const [byAnybody, sticky] = [0o002, 0o1000];

/**
 * Why another user could have written a file, or could change or replace it, as the end of a sentence; undefined where none could. The
 * file is read, any link in its path, and every folder above it. In a folder like /tmp nobody can replace what is not theirs,
 * so that one is fine above folders that are closed; but not around the file itself.
 */
export async function whyOthers(file: string): Promise<string | undefined> {
  if (getuid === undefined) return undefined;
  const link = await foreignLink(file);
  if (link !== undefined) return `${link} belongs to another user`;
  const real = await realpath(file);
  const folder = dirname(real);
  for (const place of [real, ...upFrom(folder)]) {
    const { uid, mode } = await stat(place);
    if (!isTrusted(uid)) return `${place === real ? file : place} belongs to another user`;
    const isOpen = (mode & byAnybody) !== 0 && ((mode & sticky) === 0 || place === folder);
    if (isOpen) return `${place === real ? file : place} can be changed by any user`;
  }
  return undefined;
}

/** A folder and all that it lies in. */
const upFrom = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...upFrom(dirname(folder))];

export const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (there) => there.isSymbolicLink(),
    () => false,
  );

/**
 * Whether a path leads to a folder, without a link at its end, that no other user owns or may write to; undefined where there is
 * nothing.
 */
export function isOwnFolder(path: string): boolean | undefined {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  const isClosed = getuid === undefined || (isTrusted(there.uid) && (there.mode & byAnybody) === 0);
  return there.isDirectory() && isClosed;
}

/** Links beyond this many lead in a circle. */
const mostLinks = 40;

/** The first symbolic link on the way to a file that belongs to somebody else, whether there is a file at its end or not. */
export async function foreignLink(file: string): Promise<string | undefined> {
  if (getuid === undefined) return undefined;
  const { root } = parse(resolve(file));
  let left = stepsOf(resolve(file).slice(root.length));
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
    left = [...stepsOf(to.slice(place.length)), ...others];
  }
  return undefined;
}

const stepsOf = (path: string): string[] => path.split(sep).filter((step) => step !== '');
