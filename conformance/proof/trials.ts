import fc from 'fast-check';
import { choiceOf } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { UserError } from '../../src/errors.ts';
import type { HttpResponse, Lost, Transport } from '../../src/http/exchange.ts';
import { type Choices, contraryChoices, randomChoices } from '../../src/stub/choices.ts';
import type { Observation } from '../core/observation.ts';
import type { Rule, RuleMutant } from '../core/rule.ts';
import { defaultSeed } from '../engine/option-defaults.ts';
import { rulesOnly } from '../engine/rule-selection.ts';
import { explanationWords, wordsOfResult } from '../report/reasons.ts';
import { changesResponses, type FindingText, kill, scopesWithData } from './kills.ts';
import { isFalsePositive, loadProof, type Proof } from './proof.ts';

const laws = ['kills', 'choices', 'observations', 'mute'] as const;
export type Law = (typeof laws)[number];

export type LawResult = {
  readonly law: Law;
  readonly subject: string;
  readonly trial: string;
  readonly holds: boolean;
  readonly said: string;
  /** For a kill: the other rules that failed too. */
  readonly others: readonly string[];
  readonly finding?: FindingText;
};

export type LawTrial = Pick<LawResult, 'law' | 'subject' | 'trial'> & {
  readonly run: () => Promise<LawResult>;
};

const variants = 40;

export type LawTerms = {
  readonly laws?: readonly Law[];
  /** Seeds page sizes, offsets, values and the choices of conforming variants. */
  readonly seed?: number;
  readonly overlays?: readonly string[];
  /** The OpenAPI file of another interface than the shipped one. */
  readonly openapi?: string;
  readonly only?: readonly string[];
};

export async function trials({
  only = [],
  laws: some = only.length > 0 ? ['kills'] : laws,
  seed = defaultSeed,
  overlays = [],
  openapi,
}: LawTerms = {}): Promise<LawTrial[]> {
  const proof = await loadProof({ overlays, ...(openapi === undefined ? {} : { openapi }) });
  const all: Record<Law, () => LawTrial[] | Promise<LawTrial[]>> = {
    kills: () => killTrials(proof, rulesOnly(proof.ruleSet, only).rules, seed),
    choices: () =>
      conformingVariants(proof.contract, seed).map(([name, choices]) =>
        trialWithoutFindings('choices', name, () => falsePositives(proof, choices)),
      ),
    observations: () =>
      observedIn(proof).map((id) =>
        trialOf({ law: 'observations', subject: id, trial: id }, async () => {
          const { missed, withoutData } = await missedOptions(proof, id);
          return { holds: missed.length === 0, said: [...missed, ...withoutData].join('; '), others: [] };
        }),
      ),
    mute: () =>
      Object.entries(muteServers).map(([name, response]) =>
        trialWithoutFindings('mute', name, () => evidencelessPasses(proof, response)),
      ),
  };
  return (await Promise.all(some.map((law) => all[law]()))).flat();
}

async function killTrials(proof: Proof, rules: readonly Rule[], seed: number): Promise<LawTrial[]> {
  const scopesOf = await scopesWithData(proof, rules);
  const tried = rules.filter(({ id }) => scopesOf.has(id) || !isAmended(proof));
  return tried.flatMap((rule) =>
    rule.mutants
      .filter((mutant) => isAbout(proof, mutant))
      .map((mutant) =>
        trialOf({ law: 'kills', subject: rule.id, trial: mutant.name }, async () => {
          const scopes = scopesOf.get(rule.id) ?? [];
          const { killed, said, others, finding } = await kill(proof, rule, mutant, scopes, seed);
          const holds =
            killed || (isAmended(proof) && !(await changesResponses(proof, rule, mutant, scopes, seed)));
          return { holds, said, others, ...(finding ? { finding } : {}) };
        }),
      ),
  );
}

/** Whether a mutant changes something that the contract has: a contract of one's own may state no bound, for example. */
const isAbout = ({ contract }: Proof, mutant: RuleMutant): boolean =>
  !contract.hasDerivedClauses ||
  !('amend' in mutant) ||
  contract.constraints.some(({ id }) => id === mutant.amend.constraint);

/** Whether the contract may have nothing that a rule or a mutant is about. */
const isAmended = ({ contract }: Proof): boolean =>
  contract.hasDerivedClauses === true || contract.texts !== undefined;

const trialWithoutFindings = (law: Law, subject: string, check: () => Promise<string[]>): LawTrial =>
  trialOf({ law, subject, trial: subject }, async () => {
    const against = await check();
    return { holds: against.length === 0, said: against.join('; '), others: [] };
  });

export const trialOf = (
  about: Pick<LawResult, 'law' | 'subject' | 'trial'>,
  run: () => Promise<Omit<LawResult, keyof typeof about>>,
): LawTrial => ({
  ...about,
  run: async () => {
    try {
      return { ...about, ...(await run()) };
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      if (error instanceof UserError)
        return { ...about, holds: false, said: `no check: ${said}`, others: [] };
      throw new Error(`${about.law} of ${about.subject} (${about.trial}): ${said}`, { cause: error });
    }
  },
});

function conformingVariants(contract: Contract, seed: number): [name: string, choices: Partial<Choices>][] {
  const picks = fc.sample(fc.array(fc.nat(1_000), { minLength: 100, maxLength: 100 }), {
    numRuns: variants,
    seed,
  });
  const random = picks.map((numbers, index): [string, Choices] => {
    let next = 0;
    return [
      `random ${index + 1}`,
      randomChoices(contract, (count) => (numbers[next++ % numbers.length] ?? 0) % count),
    ];
  });
  return [['default', {}], ['contrary', contraryChoices(contract)], ...random];
}

export async function falsePositives(
  { checked, conforming, targetFor }: Proof,
  choices: Partial<Choices>,
): Promise<string[]> {
  const { results } = await checked(conforming({ choices }), { target: targetFor(choices) });
  return results.filter(isFalsePositive).map((one) => `${one.rule}: ${wordsOfResult(one).why}`);
}

const response = (status: number, body = '', type = 'application/json'): HttpResponse => ({
  status,
  headers: [['content-type', type]],
  body: Buffer.from(body),
  ms: 0,
});

const crash = response(500);
const lost: Lost = { lost: 'connection', detail: 'the connection failed', ms: 0 };

const muteServers: Readonly<Record<string, HttpResponse | Lost>> = {
  'an empty object': response(200, '{}'),
  'an empty object, created': response(201, '{}'),
  nothing: response(200),
  'no content': response(204),
  null: response(200, 'null'),
  'an empty list': response(200, '[]'),
  'not found': response(404, '{}'),
  'bad request': response(400, '{}'),
  unauthorized: response(401, '{}'),
  'a crash': crash,
  HTML: response(200, '<!doctype html><title>Shop</title>', 'text/html'),
  'a redirect': { ...response(302), headers: [['location', 'http://192.0.2.1/']] },
  'too many requests': response(429),
  'no response at all': lost,
};

async function evidencelessPasses(proof: Proof, response: HttpResponse | Lost): Promise<string[]> {
  try {
    return await passedWithoutEvidence(proof, async () => response);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The first requests may end a check with an error; a server that falls silent later is checked all the same.
    return passedWithoutEvidence(proof, muteAfter(proof.target.collections.length + 1, response));
  }
}

async function passedWithoutEvidence({ contract, judged }: Proof, transport: Transport): Promise<string[]> {
  const results = await judged(transport);
  // Where a record is a whole body, an empty object is a record without any field: accepted, and a violation.
  if (
    contract.hasDerivedClauses &&
    results.some(({ level, verdict }) => level === 'must' && verdict === 'fail')
  )
    return [];
  return results
    .filter(({ verdict }) => verdict === 'pass' || verdict === 'error')
    .map((one) => `${one.rule} ${one.verdict} ${wordsOfResult(one).why ?? ''}`);
}

function muteAfter(times: number, response: HttpResponse | Lost): Transport {
  let requests = 0;
  return async () => {
    requests += 1;
    return requests > times ? response : crash;
  };
}

/** The choices that a check of a contract observes. */
const observedIn = ({ ruleSet }: Proof): string[] => [
  ...new Set(ruleSet.observations.map(({ choice }) => choice)),
];

type Missed = {
  readonly missed: readonly string[];
  /** Observations for which the sample data of a contract of one's own show nothing, whatever the option. */
  readonly withoutData: readonly string[];
};

async function missedOptions(proof: Proof, id: string): Promise<Missed> {
  const { options } = choiceOf(proof.contract, id);
  const own = proof.ruleSet.observations.filter(({ choice }) => choice === id);
  const each = await Promise.all(
    own.map(async (observation): Promise<Missed> => {
      const found = await Promise.all(options.map((option) => shortcoming(proof, observation, option)));
      const hasNoData = proof.contract.hasDerivedClauses && found.every((one) => one?.isUnseen);
      const missed = found.flatMap((one) => one?.words ?? []);
      return hasNoData ? { missed: [], withoutData: missed.slice(0, 1) } : { missed, withoutData: [] };
    }),
  );
  return {
    missed: each.flatMap(({ missed }) => missed),
    withoutData: each.flatMap(({ withoutData }) => withoutData),
  };
}

async function shortcoming(
  { checked, conforming, targetFor }: Proof,
  { id, choice }: Observation,
  option: string | number,
): Promise<{ readonly words: string; readonly isUnseen: boolean } | undefined> {
  const made: Partial<Choices> = { [choice]: option };
  const { choiceObservations } = await checked(conforming({ choices: made }), {
    selected: new Set([id]),
    target: targetFor(made),
  });
  const found = choiceObservations.find((one) => one.choice === choice);
  if (found && 'option' in found && found.option === String(option)) return undefined;
  const isUnseen = found !== undefined && !('option' in found) && found.verdict === 'untested';
  const observed = found && ('option' in found ? found.option : `nothing: ${explanationWords(found.why)}`);
  return { words: `${id}: configured as ${option}, observed as ${observed ?? 'nothing'}`, isUnseen };
}
