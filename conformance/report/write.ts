import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../../src/errors.ts';
import { foreignLink, isTrusted } from '../../src/ownership.ts';

/** Finds out before a run, as far as one can, that a file can be written after it. */
export async function checkWritable(file: string): Promise<void> {
  await checkPlace(file);
  const folder = dirname(await placeOf(file));
  const around = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(file, error);
  });
  if (!around.isDirectory())
    throw new UserError(`${file} cannot be written: ${folder} is not a folder; name one that is.`);
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(file, error);
  });
  const there = await stat(file).catch(() => undefined);
  if (there?.isDirectory()) throw new UserError(`${file} is a folder; name a file in it.`);
}

/** Takes every step, although one before it failed. What failed is thrown at the end, in one error. */
export async function takeAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  const messages = failures.flatMap((one) => (one instanceof UserError ? [one.message] : []));
  if (failures.length === 1 || messages.length < failures.length)
    throw failures.find((one) => !(one instanceof UserError)) ?? failures[0];
  throw new UserError(messages.join(' '));
}

/**
 * Writes a file beside its place first, then renames it: it is whole, or as it was. It keeps its mode. A link of ours is followed, and what is
 * not a regular file (a device, a pipe) is written to as it is: it is never replaced.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  await checkPlace(file);
  const place = await placeOf(file);
  const there = await stat(place).catch(() => undefined);
  const beside = join(dirname(place), `.${basename(place)}.${randomBytes(4).toString('hex')}`);
  try {
    if (there && !there.isFile()) return await writeFile(place, text);
    await writeFile(beside, text, { flag: 'wx', mode: 0o600 });
    // To write to what another user has made, everybody may be allowed.
    const rights = there && (isTrusted(there.uid) ? 0o777 : 0o755);
    await chmod(beside, there && rights ? there.mode & rights : 0o666 & ~process.umask());
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw unwritable(file, error as NodeJS.ErrnoException);
  }
}

/** A link of somebody else could lead to any file of ours, and who reads a pipe of theirs later would read what they wrote. */
async function checkPlace(file: string): Promise<void> {
  const link = await foreignLink(file);
  if (link !== undefined)
    throw new UserError(
      `${file} cannot be written: ${link} is a symbolic link that belongs to another user; remove it, or name another file.`,
    );
  const there = await stat(file).catch(() => undefined);
  if (there?.isFIFO() && !isTrusted(there.uid) && !/^\/(proc|dev)\//.test(file))
    throw new UserError(`${file} is a pipe that belongs to another user; remove it, or name another file.`);
}

/** The file itself, also where a link leads to one that is not there yet. */
const placeOf = (file: string): Promise<string> => realpath(file).catch(() => linked(file));

const linked = (file: string): Promise<string> =>
  readlink(file).then(
    (to) => resolve(dirname(file), to),
    () => file,
  );

const full: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

const unwritable = (file: string, { code, message }: NodeJS.ErrnoException): UserError =>
  new UserError(
    `${file} cannot be written (${code ?? message}); ${full.includes(code) ? 'make room for it' : 'check the folder and its permissions'}.`,
  );
