import { dirname, relative } from 'node:path';
import type { NodeTarget } from '../../../conformance/core/target.ts';
import { besideTarget, withHouseRules } from '../../../conformance/house/load.ts';
import { loadCatalogue } from '../../../conformance/runner/catalogue.ts';
import { checkBaseUrl } from '../../../conformance/target/base-url.ts';
import type { ReadTarget } from '../../../conformance/target/read.ts';
import { resolveTarget } from '../../../conformance/target/resolve.ts';
import type { TargetFile } from '../../../conformance/target/target-file.ts';
import { UserError } from '../../errors.ts';
import { type Io, print, resolvePath } from '../io/io.ts';
import { loadContractWith, resolveBeside } from '../options/overlays.ts';
import { findTarget } from './find-target.ts';
import type { OpenTarget } from './opened-target.ts';

/** The options that describe a target. */
export type TargetOptions = {
  readonly baseUrl?: string;
  /** The path of a target file; `find` looks for one, and says so if there is one. */
  readonly target?: string | { readonly find: boolean };
  /** Paths of OpenAPI Overlays, applied after those of the target file. */
  readonly overlay?: readonly string[];
  readonly nodes: readonly NodeTarget[];
  /** Consent to write, whatever the target file says. */
  readonly allowWrites?: boolean;
};

/** Opens the target, or starts a stub if there is none. The command line takes precedence over the target file. */
export async function openTarget(options: TargetOptions, io: Io): Promise<OpenTarget> {
  const { baseUrl, nodes } = options;
  const { path, isFound } = pathOfTarget(options.target, io);
  const overlays = (options.overlay ?? []).map((one) => resolvePath(io, one));
  if (baseUrl === undefined && path === undefined)
    return (await import('./local-stub.ts')).openLocalStub(await loadContractWith(overlays, io), nodes);
  const given = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl, 'the base URL');
  const { file, where } = await readTargetAt(path, io);
  const address = given ?? file.baseUrl;
  if (address === undefined)
    throw new UserError(
      `${where([])}: no base URL; add one under "baseUrl", or give one on the command line.`,
    );
  const url = checkBaseUrl(address, 'the base URL');
  const resolved = resolveTarget(isFound ? consentingFor(url, file) : file, url, nodes);
  const target = options.allowWrites ? { ...resolved, writes: true } : resolved;
  if (file.writes === 'allow' && !target.writes)
    print(io, `its consent to write is for ${file.baseUrl}; --allow-writes gives it for ${url}`);
  const allOverlays = [...resolveBeside(path ?? '', file.overlays ?? []), ...overlays];
  const shipped = await loadContractWith(allOverlays, io);
  const held = await withHouseRules(
    { contract: shipped, catalogue: await loadCatalogue(shipped) },
    besideTarget(dirname(path ?? ''), file),
  );
  const waivers = file.waivers ?? [];
  const written = path === undefined ? {} : { file: relative(io.cwd, path) };
  return { ...held, target, waivers, ...written, isLocalStub: false, [Symbol.asyncDispose]: async () => {} };
}

/** The path of the target file that is named, or found; undefined where there is none. */
export function pathOfTarget(
  named: TargetOptions['target'],
  io: Io,
): { readonly path: string | undefined; readonly isFound: boolean } {
  const found = typeof named === 'object' && named.find ? findTarget(io.cwd) : undefined;
  if (found !== undefined) print(io, `the target file is ${found}; --no-target leaves it out`);
  const name = typeof named === 'string' ? named : found;
  return { path: name === undefined ? undefined : resolvePath(io, name), isFound: found !== undefined };
}

/** Consent in a file that nobody named counts for the server that stands in it, and for no other. */
function consentingFor(url: string, { writes, ...file }: TargetFile): TargetFile {
  const isElsewhere = file.baseUrl !== undefined && checkBaseUrl(file.baseUrl, 'the base URL') !== url;
  return writes === undefined || (writes === 'allow' && isElsewhere) ? file : { ...file, writes };
}

const withoutFile: ReadTarget = { file: {}, where: () => 'the command line' };

/** What stands in a target file; nothing where there is none. The YAML parser is slow to load, and only needed for a file. */
export const readTargetAt = async (
  path: string | undefined,
  { env }: Io,
  use: { readonly sends?: boolean } = {},
): Promise<ReadTarget> =>
  path === undefined
    ? withoutFile
    : (await import('../../../conformance/target/read.ts')).readTarget(path, env, use);
