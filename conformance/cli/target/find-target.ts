import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { foldersUp, whyOthers } from '../../../src/ownership.ts';
import { type Io, nearestWith, print, resolvePath } from '../io/io.ts';

export type PlaceOfTarget = { readonly path: string | undefined; readonly isFound: boolean };

/**
 * Finds a target file if none is named, and prints that it is used. If it is for another server than the given base URL, it is
 * left out: what it declares is not true there, and its secrets are not for that server.
 */
export async function placeOfTarget(
  named: string | false | undefined,
  io: Io,
  baseUrl?: string,
): Promise<PlaceOfTarget> {
  const found = named === undefined ? findTarget(io.cwd) : undefined;
  if (found === undefined) return { path: named ? resolvePath(io, named) : undefined, isFound: false };
  const path = resolvePath(io, found);
  const own = baseUrl === undefined ? undefined : await baseUrlOf(path, io);
  if (own !== undefined && own !== baseUrl) {
    print(io, `${found} is for ${own}, so it is left out; to use it for ${baseUrl}, add --target ${found}`);
    return { path: undefined, isFound: false };
  }
  print(io, `using ${found}`);
  return { path, isFound: true };
}

/** The YAML parser is slow to load, so it is imported only for a file. */
const baseUrlOf = async (path: string, { env }: Io): Promise<string | undefined> =>
  (await import('../../target/read.ts')).baseUrlIn(path, env);

/** A file that was found, and not named, is used only if no other user could have written it. */
export async function checkOwner(file: string, target: string): Promise<void> {
  // A missing file is reported where it is read.
  const why = await whyOthers(file).catch(() => undefined);
  if (why !== undefined)
    throw new UserError(
      `${target} is not used, since ${why}; use it on purpose with --target ${target}, or leave it out with --no-target.`,
    );
}

export const targetFileName = 'assay.target.yaml';

const misspelled = ['assay.target.yml', 'assay.target.json'];

/**
 * Finds the nearest target file between a folder and the root of its repository or package. Files above could belong
 * to somebody else and make assay send environment variables to another server. A misspelled name is a
 * {@link UserError}.
 */
export function findTarget(folder: string): string | undefined {
  const folders = foldersUp(folder);
  const root = nearestWith('.git', folders) ?? nearestWith('package.json', folders) ?? resolve(folder);
  const own = folders.slice(0, folders.indexOf(root) + 1);
  const nearest = (names: readonly string[]): string | undefined =>
    own.flatMap((one) => names.map((name) => join(one, name))).find((file) => existsSync(file));
  const found = nearest([targetFileName]);
  if (found !== undefined) return relative(folder, found);
  const other = nearest(misspelled);
  if (other === undefined) return undefined;
  throw new UserError(
    `${relative(folder, other)} is not looked for; call it ${targetFileName}, or name it with --target.`,
  );
}
