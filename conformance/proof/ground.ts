import { targetOfCatalog } from '../../src/cli/target-of-catalog.ts';
import { amend } from '../../src/contract/amend.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { createStub, type StubOptions } from '../../src/stub/create.ts';
import { loadCatalog } from '../../src/stub/load-catalog.ts';
import type { Transport } from '../../src/wire/exchange.ts';
import { loadCatalogue } from '../engine/catalogue.ts';
import type { Breach, Rule } from '../engine/rule.ts';
import { runRules } from '../engine/run.ts';
import type { Result } from '../engine/verdict.ts';
import { createWire } from '../engine/wire.ts';
import { resolveTarget } from '../target/resolve.ts';

/** What every law stands on: the contract, the catalogue of rules, the shop, and the target that fits it. */
export const contract = await loadContract();
export const { rules, observations } = await loadCatalogue(contract);
export const catalog = await loadCatalog();

/** In process there is no Host to build addresses from; the stub then calls itself this. */
const baseUrl = 'http://localhost';

export const target = resolveTarget(targetOfCatalog(catalog, baseUrl), baseUrl);

export const setting = { contract, target, seed: 1, draws: 10, nonce: 'a55a4000' };

/** An honest stub in process. */
export const honest = (options: Partial<StubOptions> = {}): Transport =>
  createStub({ contract, catalog, seed: 'proof', ...options }).transport;

/** The stub with a fault. */
export function faulty(breach: Breach, choices: Partial<Choices> = {}): Transport {
  if ('amend' in breach) return honest({ contract: amend(contract, breach.amend), choices });
  const mutant = 'wire' in breach ? breach.wire : breach.wireFor(target);
  return honest({ choices, mutants: [mutant] });
}

/** Runs rules against a transport; all of them, unless told otherwise. */
export async function judged(transport: Transport, selected: readonly Rule[] = rules): Promise<Result[]> {
  const ids = new Set(selected.map(({ id }) => id));
  const run = { setting, wire: createWire(transport), rules, selected: ids, concurrency: 8 };
  const results: Result[] = [];
  for await (const result of runRules(run)) results.push(result);
  return results;
}

/**
 * Choices under which the stub shows something it does not usually show. Together with the usual ones they give
 * every rule an occasion.
 */
export const grounds: readonly Partial<Choices>[] = [
  {},
  { state: 'cancelled', 'self-link-place': 'both' },
  { state: 'paused' },
  { state: 'resumed' },
];
