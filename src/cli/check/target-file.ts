import { dirname } from 'node:path';
import { besideTarget } from '../../../conformance/house/load.ts';
import type { ReadTarget } from '../../../conformance/target/read.ts';
import { type Io, print, resolvePath } from '../io/io.ts';
import { resolveBeside } from '../options/overlays.ts';
import { findTarget } from './find-target.ts';

/** The options that say what is known of a target. */
export type TargetFileOptions = {
  /** The path of a target file; undefined: one is looked for; false: there is none. */
  readonly target?: string | false;
  /** Paths of OpenAPI Overlays, applied after those of the target file. */
  readonly overlay?: readonly string[];
};

/** Where the target file of a command lies; without a path there is none. */
export type PlaceOfTarget = { readonly path: string | undefined; readonly isFound: boolean };

/** The place of the target file that is named, or found; that one is found is said. */
export function placeOfTarget(named: TargetFileOptions['target'], io: Io): PlaceOfTarget {
  const found = named === undefined ? findTarget(io.cwd) : undefined;
  if (found !== undefined) print(io, `the target file is ${found}; --no-target leaves it out`);
  const name = named || found;
  return { path: name === undefined ? undefined : resolvePath(io, name), isFound: found !== undefined };
}

/** The files that are read for a target. */
export function filesOfTarget({ target, overlay = [] }: TargetFileOptions, io: Io): string[] {
  const name = target ?? findTarget(io.cwd);
  return [...(name ? [name] : []), ...overlay].map((one) => resolvePath(io, one));
}

/**
 * What stands in a target file, with the paths it names resolved and the Overlays of the command line after its own;
 * these alone where there is no file. The YAML parser is slow to load, and only needed for a file.
 */
export async function readTargetAt(
  { path }: Pick<PlaceOfTarget, 'path'>,
  overlay: readonly string[] = [],
  io: Io,
  use: { readonly sends?: boolean } = {},
): Promise<ReadTarget> {
  const overlays = overlay.map((one) => resolvePath(io, one));
  if (path === undefined) return { file: { overlays }, where: () => 'the command line' };
  const { readTarget } = await import('../../../conformance/target/read.ts');
  const { file, where } = await readTarget(path, io.env, use);
  const own = resolveBeside(path, file.overlays ?? []);
  return { file: { ...file, ...besideTarget(dirname(path), file), overlays: [...own, ...overlays] }, where };
}
