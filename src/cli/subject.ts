import type { NodeTarget, Target } from '../../conformance/engine/target.ts';
import { checkBaseUrl } from '../../conformance/target/base-url.ts';
import { type ReadTarget, readTarget } from '../../conformance/target/read.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import type { Contract } from '../contract/contract.ts';
import { Fault } from '../fault.ts';
import { createStub } from '../stub/create.ts';
import { loadCatalog } from '../stub/load-catalog.ts';
import { targetOfCatalog } from './target-of-catalog.ts';

/** What is checked; the stub, where nothing else is named. */
export type Subject = AsyncDisposable & { readonly target: Target };

/** What the command line says of the subject. */
export type SubjectOptions = {
  readonly baseUrl?: string;
  /** Path of a target file. */
  readonly target?: string;
  readonly nodes: readonly NodeTarget[];
};

/** Finds what is to be checked, or starts it. The command line wins over the target file. */
export async function openSubject(contract: Contract, options: SubjectOptions): Promise<Subject> {
  const { baseUrl, nodes } = options;
  if (baseUrl === undefined && options.target === undefined) return openStub(contract, nodes);
  const named = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl, 'the base URL');
  const { file, where } = options.target === undefined ? bare : await readTarget(options.target);
  if (file.overlays && file.overlays.length > 0)
    throw new Fault(`${where(['overlays'])}: overlays are not applied yet; leave the list empty.`);
  const address = named ?? file.baseUrl;
  if (address === undefined)
    throw new Fault(`${where([])}: no base URL; put one under "baseUrl", or on the command line.`);
  const target = resolveTarget(file, checkBaseUrl(address, 'the base URL'), nodes);
  return { target, [Symbol.asyncDispose]: async () => {} };
}

const bare: ReadTarget = { file: {}, where: () => 'the command line' };

async function openStub(contract: Contract, nodes: readonly NodeTarget[]): Promise<Subject> {
  const catalog = await loadCatalog();
  const stub = await createStub({ contract, catalog }).listen();
  const target = resolveTarget(targetOfCatalog(catalog, stub.baseUrl), stub.baseUrl, nodes);
  return { target, [Symbol.asyncDispose]: () => stub.close() };
}
