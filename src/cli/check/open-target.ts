import { relative } from 'node:path';
import type { NodeTarget } from '../../../conformance/core/target.ts';
import { withHouseRules } from '../../../conformance/house/load.ts';
import { loadCatalogue } from '../../../conformance/runner/catalogue.ts';
import { checkBaseUrl } from '../../../conformance/target/base-url.ts';
import { resolveTarget } from '../../../conformance/target/resolve.ts';
import type { TargetFile } from '../../../conformance/target/target-file.ts';
import { UserError } from '../../errors.ts';
import { type Io, print } from '../io/io.ts';
import { loadContractWith } from '../options/overlays.ts';
import { targetFileName } from './find-target.ts';
import type { OpenTarget } from './opened-target.ts';
import { placeOfTarget, readTargetAt, type TargetFileOptions } from './target-file.ts';

/** The options that describe a target. */
export type TargetOptions = TargetFileOptions & {
  readonly baseUrl?: string;
  readonly nodes: readonly NodeTarget[];
  /** Consent to write, whatever the target file says. */
  readonly allowWrites?: boolean;
};

/** Opens the target, or starts a stub if there is none. The command line takes precedence over the target file. */
export async function openTarget(options: TargetOptions, io: Io): Promise<OpenTarget> {
  const { baseUrl, nodes } = options;
  const place = placeOfTarget(options.target, io);
  const { path, isFound } = place;
  const given = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl, 'the base URL');
  const { file, where } = await readTargetAt(place, options.overlay, io);
  const contract = await loadContractWith(file.overlays ?? [], io);
  if (baseUrl === undefined && path === undefined) {
    if (options.target === undefined)
      print(io, `no server is named and no ${targetFileName} was found: the stub is checked instead`);
    return (await import('./local-stub.ts')).openLocalStub(contract, nodes);
  }
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
  const held = await withHouseRules({ contract, catalogue: await loadCatalogue(contract) }, file);
  const waivers = file.waivers ?? [];
  const written = path === undefined ? {} : { file: relative(io.cwd, path) };
  return { ...held, target, waivers, ...written, isLocalStub: false, [Symbol.asyncDispose]: async () => {} };
}

/** Consent in a file that nobody named counts for the server that stands in it, and for no other. */
function consentingFor(url: string, { writes, ...file }: TargetFile): TargetFile {
  const isElsewhere = file.baseUrl !== undefined && checkBaseUrl(file.baseUrl, 'the base URL') !== url;
  return writes === undefined || (writes === 'allow' && isElsewhere) ? file : { ...file, writes };
}
