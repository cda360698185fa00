import { dirname } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { whyOthers } from '../../../src/ownership.ts';
import { besideTarget, filesOfRules } from '../../house/load.ts';
import type { CredentialOptions } from '../../report/secrets/credential-words.ts';
import { everyCredential, type ReadTarget } from '../../target/read.ts';
import { type Io, print, resolvePath } from '../io/io.ts';
import { givenIn } from '../options/credentials.ts';
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
type PlaceOfTarget = { readonly path: string | undefined; readonly isFound: boolean };

/** The place of the target file that is named, or found; that one is found is said. */
export function placeOfTarget(named: TargetFileOptions['target'], io: Io): PlaceOfTarget {
  const found = named === undefined ? findTarget(io.cwd) : undefined;
  if (found !== undefined) print(io, `the target file is ${found}; --no-target ignores it`);
  const name = named || found;
  return { path: name === undefined ? undefined : resolvePath(io, name), isFound: found !== undefined };
}

/** The files that are read for a target. */
export function filesOfTarget({ target, overlay = [] }: TargetFileOptions, io: Io): string[] {
  const name = target ?? findTarget(io.cwd);
  return [...(name ? [name] : []), ...overlay].map((one) => resolvePath(io, one));
}

/**
 * What is in a target file, with the paths it names resolved and the Overlays of the command line after its own;
 * these alone where there is no file. The YAML parser is slow to load, and only needed for a file.
 */
export async function readTargetAt(
  { path, isFound }: PlaceOfTarget,
  overlay: readonly string[] = [],
  io: Io,
  use: { readonly sends?: boolean; readonly isPlan?: boolean; readonly given?: CredentialOptions } = {},
): Promise<ReadTarget> {
  const overlays = overlay.map((one) => resolvePath(io, one));
  if (path === undefined) return { file: { overlays }, where: () => 'the command line', origins: new Map() };
  const { readTarget } = await import('../../target/read.ts');
  if (isFound) await checkOwner(path, path);
  const dispensable =
    use.sends === false
      ? everyCredential
      : use.isPlan
        ? { ...everyCredential, instead: 'planned' }
        : givenIn(use.given ?? {});
  const { file: written, where, origins } = await readTarget(path, io.env, { dispensable, isFound });
  const file = { ...written, ...besideTarget(dirname(path), written) };
  const own = resolveBeside(path, file.overlays ?? []);
  if (!isFound) return { file: { ...file, overlays: [...own, ...overlays] }, where, origins };
  const { rules, clauses, ...others } = file;
  const runsRules = use.sends !== false;
  if (!runsRules && rules !== undefined) print(io, `its rules are not run; --target ${path} runs them`);
  const programs = runsRules ? await filesOfRules(file) : [];
  for (const one of [...own, ...programs]) await checkOwner(one, path);
  return { file: { ...(runsRules ? file : others), overlays: [...own, ...overlays] }, where, origins };
}

/** Makes sure that no other user could have written a file that is used because a target file was found. */
async function checkOwner(file: string, target: string): Promise<void> {
  // What is not there is told where it is read.
  const why = await whyOthers(file).catch(() => undefined);
  if (why !== undefined)
    throw new UserError(
      `${target} is not used, since ${why}; use it on purpose with --target ${target}, or leave it out with --no-target.`,
    );
}
