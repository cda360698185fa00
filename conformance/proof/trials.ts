import fc from 'fast-check';
import { UserError } from '../../src/errors.ts';
import { type Choices, contraryChoices, randomChoices } from '../../src/stub/choices/choices.ts';
import type { Rule } from '../core/rule.ts';
import { defaultSeed } from '../runner/run/session.ts';
import { rulesOnly } from '../runner/select.ts';
import { falsePositives } from './false-positives.ts';
import { kill, occasions, shows, type Words } from './kills.ts';
import { believers, mutes } from './mutes.ts';
import { blind, visible } from './observations.ts';
import { loadProof, type Proof } from './proof.ts';

/** The four laws that the suite is held to. */
const laws = ['kills', 'choices', 'observations', 'mute'] as const;
/** One of them. */
export type Law = (typeof laws)[number];

/** What one trial of a law showed. */
export type LawResult = {
  readonly law: Law;
  /** The mutant's rule, the variant, the choice, or the mute server. */
  readonly subject: string;
  /** Which of several trials of one subject, such as the mutant's name. */
  readonly trial: string;
  readonly holds: boolean;
  /** Why it does not hold. */
  readonly said: string;
  /** On a kill: the other rules that failed too. */
  readonly others: readonly string[];
  /** On a kill: the finding of the rule. */
  readonly finding?: Words;
};

/** One thing to try, and what it is about. */
export type LawTrial = Pick<LawResult, 'law' | 'subject' | 'trial'> & {
  readonly run: () => Promise<LawResult>;
};

/** How many random conforming variants are tried. */
const variants = 40;

/** What is tried. */
export type LawTerms = {
  /** By default all laws. */
  readonly laws?: readonly Law[];
  /** The seed of everything that is drawn: page sizes, offsets, values, and the choices of conforming variants. */
  readonly seed?: number;
  /** The files of Overlays on the contract. */
  readonly overlays?: readonly string[];
  /** Patterns of rules: only their mutants are tried. */
  readonly only?: readonly string[];
};

/** Every trial of some laws on the stub, in a stable order. */
export async function trials({
  only = [],
  laws: some = only.length > 0 ? ['kills'] : laws,
  seed = defaultSeed,
  overlays = [],
}: LawTerms = {}): Promise<LawTrial[]> {
  const proof = await loadProof(overlays);
  const all: Record<Law, () => LawTrial[] | Promise<LawTrial[]>> = {
    kills: () => killTrials(proof, rulesOnly(proof.ruleSet, only).rules, seed),
    choices: () =>
      conformingVariants(seed).map(([name, choices]) =>
        free('choices', name, () => falsePositives(proof, choices)),
      ),
    observations: () => visible.map((id) => free('observations', id, () => blind(proof, id))),
    mute: () =>
      Object.entries(mutes).map(([name, answer]) => free('mute', name, () => believers(proof, answer))),
  };
  return (await Promise.all(some.map((law) => all[law]()))).flat();
}

async function killTrials(proof: Proof, rules: readonly Rule[], seed: number): Promise<LawTrial[]> {
  const orUntested = await occasions(proof, rules);
  // On an amended contract some rules have no data.
  const tried = rules.filter(({ id }) => orUntested.has(id) || !isAmended(proof));
  return tried.flatMap((rule) =>
    rule.mutants.map((mutant) =>
      trialOf({ law: 'kills', subject: rule.id, trial: mutant.name }, async () => {
        const scopes = orUntested.get(rule.id) ?? [];
        const { killed, said, others, finding } = await kill(proof, rule, mutant, scopes, seed);
        const holds = killed || (isAmended(proof) && !(await shows(proof, rule, mutant, scopes, seed)));
        return { holds, said, others, ...(finding ? { finding } : {}) };
      }),
    ),
  );
}

const isAmended = ({ contract }: Proof): boolean => contract.texts !== undefined;

/** A trial that holds where nothing is found against it. */
const free = (law: Law, subject: string, check: () => Promise<string[]>): LawTrial =>
  trialOf({ law, subject, trial: subject }, async () => {
    const against = await check();
    return { holds: against.length === 0, said: against.join('; '), others: [] };
  });

/** A trial that says what it tried. A server that cannot be checked at all does not hold; anything else is our mistake. */
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

function conformingVariants(seed: number): [name: string, choices: Partial<Choices>][] {
  const picks = fc.sample(fc.array(fc.nat(1_000), { minLength: 100, maxLength: 100 }), {
    numRuns: variants,
    seed,
  });
  const random = picks.map((numbers, index): [string, Choices] => {
    let next = 0;
    return [`random ${index + 1}`, randomChoices((count) => (numbers[next++ % numbers.length] ?? 0) % count)];
  });
  return [['default', {}], ['contrary', contraryChoices], ...random];
}
