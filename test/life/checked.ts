import { fileURLToPath } from 'node:url';
import type { SeenInRun } from '../../conformance/engine/run.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Mutant, Transport } from '../../src/http/exchange.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';

export const openapi = fileURLToPath(new URL('shelf.yaml', import.meta.url));
export const contract = await loadContract({ openapi });
export const ruleSet = await loadRuleSet(contract);

/** The stub of the contract with a fault. */
export const stubWith = (mutants: readonly Mutant[] = [], choices: Partial<Choices> = {}): Transport =>
  createStub({ contract, mutants, choices, seed: 'shelf' }).transport;

/** Checks a transport; changes show at once, unless the target file says otherwise. */
export const check = (
  transport: Transport,
  selected?: readonly string[],
  file?: TargetFile,
): Promise<SeenInRun> =>
  runAgainst(contract, transport, file, selected ? { selected: new Set(selected) } : {});

export const brokenIn = ({ results }: SeenInRun): readonly string[] =>
  results.flatMap((one) =>
    one.verdict === 'fail' || one.verdict === 'error' ? [`${one.rule}: ${wordsOfResult(one).why}`] : [],
  );
