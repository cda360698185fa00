import type { NodeTarget } from '../../conformance/engine/target.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import type { Contract } from '../contract/contract.ts';
import { createStub } from '../stub/create.ts';
import { loadCatalog } from '../stub/load-catalog.ts';
import type { Subject } from './subject.ts';
import { targetOfCatalog } from './target-of-catalog.ts';

/** Starts a stub in this very process, to be checked. */
export async function openOwnStub(contract: Contract, nodes: readonly NodeTarget[]): Promise<Subject> {
  const catalog = await loadCatalog();
  const stub = await createStub({ contract, catalog }).listen();
  const target = resolveTarget(targetOfCatalog(catalog, stub.baseUrl), stub.baseUrl, nodes);
  return { contract, target, waivers: [], isOwn: true, [Symbol.asyncDispose]: () => stub.close() };
}
