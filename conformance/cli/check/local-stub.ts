import type { Contract } from '../../../src/contract/contract.ts';
import { loadCatalog } from '../../../src/stub/catalog/load-catalog.ts';
import { createStub } from '../../../src/stub/server/create-stub.ts';
import type { NodeTarget } from '../../core/target.ts';
import { loadRuleSet } from '../../runner/rule-set.ts';
import { targetOfCatalog } from '../../stub-target/catalog-target.ts';
import { resolveTarget } from '../../target/resolve.ts';
import type { OpenTarget } from './opened-target.ts';

/** Starts a stub in this process as the target. */
export async function openLocalStub(contract: Contract, nodes: readonly NodeTarget[]): Promise<OpenTarget> {
  // First, since a stub that was opened would keep the process alive if this failed.
  const ruleSet = await loadRuleSet(contract);
  const catalog = await loadCatalog(undefined, contract);
  const stub = await createStub({ contract, catalog }).listen();
  const target = resolveTarget(targetOfCatalog(catalog, stub.baseUrl), stub.baseUrl, nodes);
  return {
    contract,
    ruleSet,
    target,
    waivers: [],
    isLocalStub: true,
    [Symbol.asyncDispose]: () => stub.close(),
  };
}
