import fc from 'fast-check';
import { contraryChoices, randomChoices } from '../../src/stub/choices.ts';
import { accusers } from './accusers.ts';
import { rules } from './ground.ts';
import { kill, occasions } from './kills.ts';
import { believers, mutes } from './mutes.ts';
import { blind, visible } from './sight.ts';

/** The four laws that the suite is held to. */
export type Law = 'kills' | 'choices' | 'sight' | 'mute';

/** What one trial of a law showed. */
export type Finding = {
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
};

/** One thing to try. */
export type Trial = { readonly run: () => Promise<Finding> };

/** How many random honest variants are tried. */
const variants = 40;

/** Every trial of the four laws on the stub, in a stable order. */
export async function trials(): Promise<Trial[]> {
  const occasion = await occasions();
  const none = (law: Law, subject: string, check: () => Promise<string[]>): Trial => ({
    run: async () => {
      const against = await check();
      return {
        law,
        subject,
        trial: subject,
        holds: against.length === 0,
        said: against.join('; '),
        others: [],
      };
    },
  });
  return [
    ...rules.flatMap((rule) =>
      rule.mutants.map(
        (breach): Trial => ({
          run: async () => {
            const { killed, said, others } = await kill(rule, breach, occasion.get(rule.id) ?? {});
            return { law: 'kills', subject: rule.id, trial: breach.name, holds: killed, said, others };
          },
        }),
      ),
    ),
    ...honestVariants().map(([name, choices]) => none('choices', name, () => accusers(choices))),
    ...visible.map((id) => none('sight', id, () => blind(id))),
    ...Object.entries(mutes).map(([name, answer]) => none('mute', name, () => believers(answer))),
  ];
}

function honestVariants() {
  const picks = fc.sample(fc.array(fc.nat(1_000), { minLength: 100, maxLength: 100 }), {
    numRuns: variants,
    seed: 20261121,
  });
  const random = picks.map((numbers, index) => {
    let next = 0;
    return [
      `random ${index + 1}`,
      randomChoices((count) => (numbers[next++ % numbers.length] ?? 0) % count),
    ] as const;
  });
  return [['usual', {}] as const, ['contrary', contraryChoices] as const, ...random];
}
