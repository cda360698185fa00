import { amend } from '../../src/contract/amend.ts';
import { loadContract } from '../../src/contract/load.ts';
import { isStateful } from '../../src/contract/operations/operations.ts';
import type { Call, Lost, Mutant, Reply, Transport } from '../../src/http/exchange.ts';
import { loadCatalog } from '../../src/stub/catalog/load-catalog.ts';
import type { Choices } from '../../src/stub/choices/choices.ts';
import { createStub, type StubOptions } from '../../src/stub/server/create-stub.ts';
import type { RuleMutant } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { Result } from '../core/verdict.ts';
import { operationOf } from '../interface/operation-of.ts';
import { loadRuleSet } from '../runner/rule-set.ts';
import { run } from '../runner/run/run.ts';
import type { Seen } from '../runner/run/seen.ts';
import type { Run } from '../runner/run/session.ts';
import { targetOfCatalog } from '../stub-target/catalog-target.ts';
import { resolveTarget } from '../target/resolve.ts';
import { askedBy, createRequestCache, type RequestCache } from '../transport/cache.ts';

/** What every law uses: the contract, the rule set, the shop, and the target that fits it. */
export const contract = await loadContract();
export const ruleSet = await loadRuleSet(contract);
export const catalog = await loadCatalog();

/** In process there is no Host to build addresses from; the stub then calls itself this. */
const baseUrl = 'http://localhost';

/** What the operator of a stub with these choices would say of it. */
export const targetFor = (choices: Partial<Choices>): Target =>
  resolveTarget(targetOfCatalog(catalog, baseUrl, choices), baseUrl);

export const target = targetFor({});

/** A conforming stub in process. */
export const conforming = (options: Partial<StubOptions> = {}): Transport =>
  createStub({ contract, catalog, seed: 'proof', journal: false, ...options }).transport;

/** The stub with a fault. */
export function faulty(mutant: RuleMutant, choices: Partial<Choices> = {}): Transport {
  if ('amend' in mutant) return conforming({ contract: amend(contract, mutant.amend), choices });
  return behind('wire' in mutant ? mutant.wire : mutant.wireFor(targetFor(choices)), choices);
}

/**
 * The conforming stub behind a fault on the wire. What no request changes, stubs of the same choices remember from any of
 * them; what other requests create is read from each.
 */
const behind = (fault: Mutant, choices: Partial<Choices> = {}): Transport =>
  conforming({ choices, mutants: [fault, remembering(choices)] });

const memories = new Map<string, RequestCache<Reply | Lost>>();

function remembering(choices: Partial<Choices>): Mutant {
  const key = JSON.stringify(choices);
  const remembered = memories.get(key) ?? createRequestCache(askedBy);
  memories.set(key, remembered);
  return (next) => (call) => (isTheSameInAll(call) ? remembered(call, next) : next(call));
}

function isTheSameInAll(call: Call): boolean {
  const operation = call.method === 'GET' ? operationOf(call) : undefined;
  return operation !== undefined && !isStateful(operation);
}

/** Runs a check of a transport; of everything, unless told otherwise. No response of a stub in process is worth waiting for. */
export const checked = (transport: Transport, options: Partial<Run> = {}): Promise<Seen> =>
  run({ contract, ruleSet, target, transport, nonce: 'a55a4000', conduct: { patience: 0 }, ...options });

/** What rules say of a transport; all rules, in a check of everything under the default seed, unless told otherwise. */
export async function judged(
  transport: Transport,
  {
    selected,
    observed,
    ...options
  }: Pick<Partial<Run>, 'target' | 'seed'> & {
    readonly selected?: Iterable<string>;
    /** The choices that are read. */
    readonly observed?: Iterable<string>;
  } = {},
): Promise<readonly Result[]> {
  const { results } = await checked(transport, {
    ...options,
    ...(selected ? { selected: new Set(selected) } : {}),
    ...(observed ? { observed: new Set(observed) } : {}),
  });
  return results;
}

/** Whether a rule fails the server that it judged, or has an error of its own. */
export const isFalsePositive = ({ verdict }: Result): boolean => verdict === 'fail' || verdict === 'error';

/**
 * Choices under which the stub shows something it does not usually show. Together with the default ones they give
 * every rule data.
 */
export const grounds: readonly Partial<Choices>[] = [
  {},
  { state: 'cancelled', 'self-link-place': 'both' },
  { state: 'paused' },
  { state: 'resumed' },
];
