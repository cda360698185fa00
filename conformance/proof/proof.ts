import { amend } from '../../src/contract/build-contract.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';
import { isStateful } from '../../src/contract/related-operations.ts';
import type { HttpRequest, HttpResponse, Lost, Mutant, Transport } from '../../src/http/exchange.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { createStub, type StubOptions } from '../../src/stub/create-stub.ts';
import { operationOf } from '../core/operation-of.ts';
import { askedBy } from '../core/requests.ts';
import type { RuleMutant } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { Result } from '../core/verdict.ts';
import { run, type SeenInRun } from '../engine/run.ts';
import type { Run } from '../engine/run-scope.ts';
import { createRequestCache } from '../engine/sending/request-cache.ts';
import { loadRuleSet } from '../kinds.ts';
import { reaching } from '../report/not-judged.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';
import { loadSampleData } from '../stub-target/sample-data.ts';
import { targetFileOf } from '../stub-target/target-of-stub.ts';
import { resolveTarget } from '../target/target-file.ts';

/** A contract with what proves its rules: the rule set, a target, and stubs with faults. */
export type Proof = {
  readonly contract: Contract;
  readonly ruleSet: RuleSet;
  readonly target: Target;
  /** Together, these choices of the stub give every rule data. */
  readonly revealing: readonly Partial<Choices>[];
  /** The target file that fits a stub with these choices. */
  readonly targetFor: (choices: Partial<Choices>) => Target;
  readonly conforming: (options?: Partial<StubOptions>) => Transport;
  readonly faulty: (mutant: RuleMutant, choices?: Partial<Choices>) => Transport;
  /** Runs a check of a transport, by default a complete one. */
  readonly checked: (transport: Transport, options?: Partial<Run>) => Promise<SeenInRun>;
  readonly judged: (transport: Transport, options?: JudgedOptions) => Promise<readonly Result[]>;
};

type JudgedOptions = Pick<Partial<Run>, 'target' | 'seed'> & {
  readonly selected?: Iterable<string>;
  readonly observed?: Iterable<string>;
};

/** In process there is no Host header to build addresses from. */
const baseUrl = 'http://localhost';

/** Loads a contract, by default the shipped one, with Overlays, and what proves its rules. */
export async function loadProof(files: Parameters<typeof loadContract>[0] = {}): Promise<Proof> {
  return proofOf(await loadContract(files));
}

export async function proofOf(contract: Contract): Promise<Proof> {
  const ruleSet = await loadRuleSet(contract);
  const served = await loadSampleData(contract);
  // What a stub changes shows at once.
  const targetFor = (choices: Partial<Choices>): Target =>
    resolveTarget(contract, { ...targetFileOf(served, baseUrl, choices), settles: '0s' }, baseUrl);
  const target = targetFor({});
  const conforming = (options: Partial<StubOptions> = {}): Transport =>
    createStub({ ...served, seed: 'proof', journal: false, ...options }).transport;
  // An amended contract has the same sample data, in collections of the same names.
  const withSamples = served.parts.withRecords(contract, (records) => records).contract;
  const remembering = createRemembering();
  const checked = (transport: Transport, options: Partial<Run> = {}): Promise<SeenInRun> =>
    reaching(run({ contract, ruleSet, target, transport, nonce: 'a55a4000', patience: 0, ...options }));
  return {
    contract,
    ruleSet,
    target,
    targetFor,
    revealing: served.parts.revealing ?? [{}],
    conforming,
    faulty: (mutant, choices = {}) => {
      if ('amend' in mutant) return conforming({ contract: amend(withSamples, mutant.amend), choices });
      const fault = 'wire' in mutant ? mutant.wire : mutant.wireFor(targetFor(choices));
      return conforming({ choices, mutants: [fault, remembering(choices)] });
    },
    checked,
    judged: async (transport, { selected, observed, ...options } = {}) => {
      const { results } = await checked(transport, {
        ...options,
        ...(selected ? { selected: new Set(selected) } : {}),
        ...(observed ? { observed: new Set(observed) } : {}),
      });
      return results;
    },
  };
}

/** Creates a cache to put below a fault, for responses that do not depend on other requests. */
function createRemembering(): (choices: Partial<Choices>) => Mutant {
  const memories = new Map<string, ReturnType<typeof createRequestCache<HttpResponse | Lost>>>();
  return (choices) => {
    const key = JSON.stringify(choices);
    const remembered = memories.get(key) ?? createRequestCache(askedBy);
    memories.set(key, remembered);
    return (next, contract) => (request) =>
      isTheSameInAll(contract, request) ? remembered(request, next) : next(request);
  };
}

function isTheSameInAll(contract: Contract, request: HttpRequest): boolean {
  const operation = request.method === 'GET' ? operationOf(contract, request) : undefined;
  return operation !== undefined && !isStateful(contract, operation);
}

export const isFalsePositive = ({ verdict }: Result): boolean => verdict === 'fail' || verdict === 'error';
