import type { NodeTarget } from '../../../conformance/core/target.ts';
import { checkBaseUrl } from '../../../conformance/target/base-url.ts';
import type { ReadTarget } from '../../../conformance/target/read.ts';
import { resolveTarget } from '../../../conformance/target/resolve.ts';
import { UserError } from '../../errors.ts';
import { type Io, resolvePath } from '../io/io.ts';
import { loadContractWith, resolveBeside } from '../options/overlays.ts';
import type { OpenTarget } from './opened-target.ts';

/** The options that describe a target. */
export type TargetOptions = {
  readonly baseUrl?: string;
  /** The path of a target file. */
  readonly target?: string;
  /** Paths of OpenAPI Overlays, applied after those of the target file. */
  readonly overlay?: readonly string[];
  readonly nodes: readonly NodeTarget[];
  /** Consent to write, whatever the target file says. */
  readonly allowWrites?: boolean;
};

/** Opens the target, or starts a stub if there is none. The command line takes precedence over the target file. */
export async function openTarget(options: TargetOptions, io: Io): Promise<OpenTarget> {
  const { baseUrl, nodes } = options;
  const overlays = (options.overlay ?? []).map((path) => resolvePath(io, path));
  if (baseUrl === undefined && options.target === undefined)
    return (await import('./local-stub.ts')).openLocalStub(await loadContractWith(overlays, io), nodes);
  const given = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl, 'the base URL');
  const path = options.target === undefined ? undefined : resolvePath(io, options.target);
  const { file, where } = path === undefined ? withoutFile : await readFile(path, io);
  const address = given ?? file.baseUrl;
  if (address === undefined)
    throw new UserError(
      `${where([])}: no base URL; add one under "baseUrl", or give one on the command line.`,
    );
  const resolved = resolveTarget(file, checkBaseUrl(address, 'the base URL'), nodes);
  const target = options.allowWrites ? { ...resolved, writes: true } : resolved;
  const allOverlays = [...resolveBeside(path ?? '', file.overlays ?? []), ...overlays];
  const contract = await loadContractWith(allOverlays, io);
  const waivers = file.waivers ?? [];
  return { contract, target, waivers, isLocalStub: false, [Symbol.asyncDispose]: async () => {} };
}

const withoutFile: ReadTarget = { file: {}, where: () => 'the command line' };

/** The YAML parser is slow to load, and only needed for a file. */
const readFile = async (path: string, { env }: Io): Promise<ReadTarget> =>
  (await import('../../../conformance/target/read.ts')).readTarget(path, env);
