import { createCheck, type Terms } from '../conformance/check.ts';
import { run, type SeenInRun } from '../conformance/engine/run.ts';
import type { Run } from '../conformance/engine/run-scope.ts';
import { loadRuleSet } from '../conformance/kinds.ts';
import type { Report } from '../conformance/report/report.ts';
import { resolveTarget, type TargetFile } from '../conformance/target/target-file.ts';
import type { Contract } from '../src/contract/contract.ts';
import type { Transport } from '../src/http/exchange.ts';
import { onceFor } from '../src/once.ts';

/** Checks a server by a contract and by what a target file declares. */
export async function checkOf(
  contract: Contract,
  declared: TargetFile,
  transport: Transport,
  terms: Terms = {},
): Promise<Report> {
  const target = resolveTarget(contract, declared, 'http://localhost');
  return (await createCheck({ contract, target }, terms)).run(transport);
}

/** Checks all that an operation lists, where its path has no parameters. */
export const checkListing = (
  contract: Contract,
  list: string,
  transport: Transport,
  terms?: Terms,
): Promise<Report> => checkOf(contract, { collections: [{ list, at: {} }] }, transport, terms);

const ruleSetOf = onceFor(loadRuleSet);

/** Runs a check that may create records, and does not repeat requests; changes show at once unless it is said otherwise. */
export async function runAgainst(
  contract: Contract,
  transport: Transport,
  declared: TargetFile = { settles: '0s' },
  terms: Partial<Run> = {},
): Promise<SeenInRun> {
  const target = resolveTarget(contract, { token: 'any', writes: 'allow', ...declared }, 'http://localhost');
  const ruleSet = await ruleSetOf(contract);
  return run({ contract, ruleSet, target, transport, nonce: 'a55a4000', patience: 0, ...terms });
}

/** The rules of the level `must` that a server breaks. */
export const brokenMusts = ({ results }: Pick<Report | SeenInRun, 'results'>): string[] =>
  results.flatMap(({ rule, verdict, level }) => (verdict === 'fail' && level === 'must' ? [rule] : []));
