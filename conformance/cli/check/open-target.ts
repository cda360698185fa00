import { relative } from 'node:path';
import { loadContract } from '../../../src/contract/load.ts';
import { UserError } from '../../../src/errors.ts';
import type { NodeTarget } from '../../core/target.ts';
import { withHouseRules } from '../../house/load.ts';
import type { CredentialOptions } from '../../report/secrets/credential-words.ts';
import { loadRuleSet } from '../../runner/rule-set.ts';
import { checkBaseUrl } from '../../target/base-url.ts';
import { resolveTarget } from '../../target/resolve.ts';
import type { TargetFile } from '../../target/target-file.ts';
import { type Io, print, resolvePath } from '../io/io.ts';
import { originsOf, withCredentials } from '../options/credentials.ts';
import { targetFileName } from './find-target.ts';
import type { OpenTarget } from './opened-target.ts';
import { placeOfTarget, readTargetAt, type TargetFileOptions } from './target-file.ts';

/** The options that describe a target. */
export type TargetOptions = TargetFileOptions &
  CredentialOptions & {
    readonly baseUrl?: string;
    readonly nodes: readonly NodeTarget[];
    /** Whether the stub is the target; it is started in this process. */
    readonly stub?: boolean;
    /** Whether nothing is sent: no token need be known. */
    readonly plan?: boolean;
    /** Consent to write, whatever the target file says. */
    readonly allowWrites?: boolean;
  };

/**
 * Opens the target. The command line takes precedence over the target file. Without either there is nothing to check:
 * a {@link UserError}, since a gate must not pass because its target file is missing.
 */
export async function openTarget(options: TargetOptions, io: Io): Promise<OpenTarget> {
  const { baseUrl, nodes } = options;
  if (options.stub) return openStub(options, io);
  const place = placeOfTarget(options.target, io);
  const { path, isFound } = place;
  const given = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl, 'the base URL');
  const {
    file: read,
    where,
    origins,
  } = await readTargetAt(place, options.overlay, io, {
    given: options,
    isPlan: options.plan ?? false,
  });
  if (baseUrl === undefined && path === undefined) throw new UserError(nothingToCheck(options));
  const file = withCredentials(read, options, { env: io.env, hasFile: path !== undefined });
  const contract = await loadContract({ overlays: file.overlays ?? [] });
  const address = given ?? file.baseUrl;
  if (address === undefined)
    throw new UserError(
      `${where([])}: no base URL; add one under "baseUrl", or give one on the command line.`,
    );
  const url = checkBaseUrl(address, 'the base URL');
  const resolved = resolveTarget(isFound ? consentingFor(url, file) : file, url, nodes);
  const target = {
    ...resolved,
    ...(options.allowWrites ? { writes: true } : {}),
    origins: new Map([...origins, ...originsOf(options, io.env)]),
  };
  if (file.writes === 'allow' && !target.writes)
    print(io, `its consent to write is for ${file.baseUrl}; --allow-writes gives it for ${url}`);
  if (file.writes === undefined && !target.writes)
    print(
      io,
      `no POST request is sent: ${new URL(url).hostname} is not loopback; if created records may stay there, write writes: allow into the target file, or use --allow-writes`,
    );
  const held = await withHouseRules({ contract, ruleSet: await loadRuleSet(contract) }, file);
  const waivers = file.waivers ?? [];
  const written = path === undefined ? {} : { file: relative(io.cwd, path), read: { file, where, origins } };
  return { ...held, target, waivers, ...written, isLocalStub: false, [Symbol.asyncDispose]: async () => {} };
}

async function openStub(
  { baseUrl, target, overlay = [], nodes }: TargetOptions,
  io: Io,
): Promise<OpenTarget> {
  const other = baseUrl === undefined ? target && `--target ${target}` : `the base URL ${baseUrl}`;
  if (other) throw new UserError(`--stub and ${other} cannot be combined; remove one of the two.`);
  const contract = await loadContract({ overlays: overlay.map((path) => resolvePath(io, path)) });
  return (await import('./local-stub.ts')).openLocalStub(contract, nodes);
}

const nothingToCheck = ({ target }: TargetOptions): string =>
  [
    target === false
      ? 'there is no server to check: no base URL is given, and --no-target leaves the target file out'
      : `there is no server to check: no base URL is given, and no ${targetFileName} was found in this folder or above it`,
    'name a base URL, name a target file with --target, or write one with assay init; --stub checks the stub.',
  ].join('; ');

/** A target file that no option named allows POST requests to the server that it names, and to no other. */
function consentingFor(url: string, { writes, ...file }: TargetFile): TargetFile {
  const isElsewhere = file.baseUrl !== undefined && checkBaseUrl(file.baseUrl, 'the base URL') !== url;
  return writes === undefined || (writes === 'allow' && isElsewhere) ? file : { ...file, writes };
}
