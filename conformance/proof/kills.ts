import { UserError } from '../../src/errors.ts';
import { type HttpResponse, isLost, type Lost, type Transport } from '../../src/http/exchange.ts';
import type { Choices } from '../../src/stub/choices.ts';
import type { Rule, RuleMutant } from '../core/rule.ts';
import type { Collection, Target } from '../core/target.ts';
import type { Result } from '../core/verdict.ts';
import { keyOfRequest } from '../engine/sending/request-cache.ts';
import { wordsOfResult } from '../report/reasons.ts';
import { isFalsePositive, type Proof } from './proof.ts';

type Recorded = { readonly transport: Transport; readonly said: ReadonlyMap<string, string> };

function recorded(transport: Transport): Recorded {
  const said = new Map<string, string>();
  return {
    transport: async (request) => {
      const response = await transport(request);
      said.set(keyOfRequest(request), responseContent(response));
      return response;
    },
    said,
  };
}

const gaveSameResponses = (one: Recorded, other: Recorded): boolean =>
  [...one.said].every(([request, content]) => other.said.get(request) === content);

/** The specification does not say how a rejection is explained, so its body does not count. */
function responseContent(response: HttpResponse | Lost): string {
  if (isLost(response)) return response.lost;
  const isRejection = response.status >= 400 && response.status <= 499;
  return isRejection ? 'rejected' : `${response.status} ${Buffer.from(response.body).toString('latin1')}`;
}

/** What a finding says, and the requests that it shows. */
export type FindingText = Pick<Result, 'title' | 'expected' | 'saw'> & { readonly asked: readonly string[] };

type Kill = {
  readonly rule: string;
  readonly mutant: string;
  readonly killed: boolean;
  readonly said: string;
  readonly finding?: FindingText;
  readonly others: readonly string[];
};

/** The conditions of a check that tries mutants. */
type ProofScope = {
  readonly choices: Partial<Choices>;
  readonly collections?: 'shortest';
  readonly observed?: readonly string[];
};

const collectionsPerScope = 4;

/** The cheapest first: most faults show on short collections and without observations. */
export const scopesIn = ({ revealing }: Proof): readonly ProofScope[] => [
  { choices: {}, collections: 'shortest', observed: [] },
  { choices: {}, observed: [] },
  ...revealing.map((choices) => ({ choices })),
];

/** For each rule, the scopes in which it passes on a conforming server: there it has data. */
export async function scopesWithData(
  proof: Proof,
  rules: readonly Rule[],
  some = scopesIn(proof),
): Promise<Map<string, ProofScope[]>> {
  const found = new Map<string, ProofScope[]>();
  const selected = rules.map(({ id }) => id);
  for (const scope of some)
    for (const { rule, verdict } of await proof.judged(proof.conforming({ choices: scope.choices }), {
      selected,
      ...trialOptions(proof, scope),
    }))
      if (verdict === 'pass') found.set(rule, [...(found.get(rule) ?? []), scope]);
  return found;
}

/** Tries a mutant in one scope after another until its rule fails. */
export async function kill(
  proof: Proof,
  rule: Rule,
  mutant: RuleMutant,
  [scope = { choices: {} }, ...others]: readonly ProofScope[],
  seed: number,
): Promise<Kill> {
  const one = await killIn(proof, rule, mutant, scope, seed);
  return one.killed || others.length === 0 ? one : kill(proof, rule, mutant, others, seed);
}

/** Whether a mutant changes any response in these scopes. On an amended contract, some change none. */
export async function changesResponses(
  proof: Proof,
  rule: Rule,
  mutant: RuleMutant,
  scopes: readonly ProofScope[],
  seed: number,
): Promise<boolean> {
  const { judged, conforming, faulty } = proof;
  for (const scope of scopes) {
    const { choices } = scope;
    const [sound, broken] = [recorded(conforming({ choices })), recorded(faulty(mutant, choices))];
    for (const { transport } of [sound, broken])
      await judged(transport, { selected: [rule.id], seed, ...trialOptions(proof, scope) });
    if (!gaveSameResponses(sound, broken)) return true;
  }
  return false;
}

async function killIn(
  proof: Proof,
  rule: Rule,
  mutant: RuleMutant,
  scope: ProofScope,
  seed: number,
): Promise<Kill> {
  const { contract, ruleSet, judged, faulty } = proof;
  const own = ruleSet.rules.filter(({ operation }) => operation === rule.operation);
  const about = { rule: rule.id, mutant: mutant.name };
  try {
    const selected = own.map(({ id }) => id);
    const results = await judged(faulty(mutant, scope.choices), {
      selected,
      seed,
      ...trialOptions(proof, scope),
    });
    const result = results.find((one) => one.rule === rule.id);
    return {
      ...about,
      killed: result?.verdict === 'fail' && contract.clauses.has(result.clause),
      said: `${result?.verdict}: ${(result && wordsOfResult(result).why) ?? 'no claim failed on what this mutant changes'}`,
      ...(result?.verdict === 'fail' ? { finding: provenText(result) } : {}),
      others: results.filter(isFalsePositive).flatMap((one) => (one.rule === rule.id ? [] : one.rule)),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...about, killed: false, said: `no check: ${error.message}`, others: [] };
  }
}

const provenText = ({ title, expected = '', saw = '', exchanges }: Result): FindingText => ({
  ...{ title, expected, saw },
  asked: exchanges.map(({ request: { method, target } }) => `${method} ${target}`),
});

function trialOptions(
  { targetFor }: Proof,
  { choices, collections, observed }: ProofScope,
): { readonly target: Target; readonly observed?: readonly string[] } {
  const whole = targetFor(choices);
  const length = ({ holds = [] }: Collection): number => holds.length;
  const few = whole.collections
    .toSorted((one, other) => length(one) - length(other))
    .slice(0, collectionsPerScope);
  return {
    target: collections === 'shortest' ? { ...whole, collections: few } : whole,
    ...(observed ? { observed } : {}),
  };
}
