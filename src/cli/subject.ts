import type { NodeTarget, Target } from '../../conformance/engine/target.ts';
import { checkBaseUrl } from '../../conformance/target/base-url.ts';
import type { ReadTarget } from '../../conformance/target/read.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import type { Waiver } from '../../conformance/target/target-file.ts';
import type { Contract } from '../contract/contract.ts';
import { Fault } from '../fault.ts';
import { besideFile, loadOverlaid } from './overlays.ts';

/** What is checked; the stub, where nothing else is named. And the contract that it is held to. */
export type Subject = AsyncDisposable & {
  readonly contract: Contract;
  readonly target: Target;
  readonly waivers: readonly Waiver[];
  /** Whether it is the stub of this very process. */
  readonly isOwn: boolean;
};

/** What the command line says of the subject. */
export type SubjectOptions = {
  readonly baseUrl?: string;
  /** Path of a target file. */
  readonly target?: string;
  /** Paths of OpenAPI Overlays, applied after those of the target file. */
  readonly overlay?: readonly string[];
  readonly nodes: readonly NodeTarget[];
  /** Consent to writing, whatever the target file says. */
  readonly allowWrites?: boolean;
};

/** Finds what is to be checked, or starts it. The command line wins over the target file. */
export async function openSubject(options: SubjectOptions): Promise<Subject> {
  const { baseUrl, nodes, overlay = [] } = options;
  if (baseUrl === undefined && options.target === undefined)
    return (await import('./own-stub.ts')).openOwnStub(await loadOverlaid(overlay), nodes);
  const named = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl, 'the base URL');
  const { file, where } = options.target === undefined ? bare : await readFile(options.target);
  const address = named ?? file.baseUrl;
  if (address === undefined)
    throw new Fault(`${where([])}: no base URL; put one under "baseUrl", or on the command line.`);
  const resolved = resolveTarget(file, checkBaseUrl(address, 'the base URL'), nodes);
  const target = options.allowWrites ? { ...resolved, writes: true } : resolved;
  const contract = await loadOverlaid([...besideFile(options.target ?? '', file.overlays ?? []), ...overlay]);
  const waivers = file.waivers ?? [];
  return { contract, target, waivers, isOwn: false, [Symbol.asyncDispose]: async () => {} };
}

const bare: ReadTarget = { file: {}, where: () => 'the command line' };

/** What reads YAML is large, and is not needed where there is no file. */
const readFile = async (path: string): Promise<ReadTarget> =>
  (await import('../../conformance/target/read.ts')).readTarget(path);
