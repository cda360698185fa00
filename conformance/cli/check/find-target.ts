import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { foldersUp, nearestWith } from '../io/folders.ts';

/** The name by which a target file is found without being named. */
export const targetFileName = 'assay.target.yaml';

/** What it is easily called instead. */
const misspelled = ['assay.target.yml', 'assay.target.json'];

/**
 * The target file of a project, as seen from a folder in it: the nearest one from that folder up to the root of its
 * repository, or else of its package. Beyond that, files are somebody else's: they could name a server to send our
 * environment to. One that is nearly called so is a {@link UserError}: else the stub would pass in its place.
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
