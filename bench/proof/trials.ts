import { createHash } from 'node:crypto';
import type { Rule, RuleMutant } from '../../conformance/core/rule.ts';
import {
  conforming,
  contract,
  faulty,
  judged,
  ruleSet,
  shipped,
  targetFor,
} from '../../conformance/proof/fixtures.ts';
import { gaveSameResponses, recorded } from '../../conformance/proof/kills.ts';
import type { TrialModule } from '../../conformance/proof/threads.ts';
import { falsePositives } from '../../conformance/proof/trials.ts';
import { type Choices, randomChoices } from '../../src/stub/choices.ts';

/** How many conforming variants are tried, and under how many of them each mutant. */
export type Asked = { readonly seed: string; readonly choices: number; readonly under: number };

/** What came of a trial; `said` if it should not have come. */
export type Outcome = { readonly variant: number; readonly came: string; readonly said?: string };

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/** The conforming variant of a seed that is at an index, whatever is before it. */
function variantAt(seed: string, index: number): Choices {
  let drawn = 0;
  return randomChoices(contract, (count) => {
    drawn += 1;
    return numberOf(`${seed}/${index}/${drawn}`) % count;
  });
}

/** The law of choices for each variant, and each mutant under some of them, which are the same for it in each run of a seed. */
export const trials: TrialModule<Outcome>['trials'] = async (given) => {
  const { seed, choices, under } = given as Asked;
  const mutants = ruleSet.rules.flatMap((rule) => rule.mutants.map((mutant) => ({ rule, mutant })));
  return [
    ...Array.from({ length: choices }, (_, variant) => ({ run: () => tryVariant(variant, seed) })),
    ...mutants.flatMap(({ rule, mutant }) =>
      Array.from({ length: under }, (_, which) => {
        const variant = numberOf(`${seed}/${rule.id}/${mutant.name}/${which}`) % choices;
        return { run: () => kill(rule, mutant, variant, seed) };
      }),
    ),
  ];
};

async function tryVariant(variant: number, seed: string): Promise<Outcome> {
  const against = await falsePositives(shipped, variantAt(seed, variant));
  return against.length === 0
    ? { variant, came: 'no false positive' }
    : { variant, came: 'false positive', said: against.join('; ') };
}

/**
 * One mutant under one conforming variant. Where the rule does not pass without the mutant, that variant gives it no
 * occasion; where a rule it is on fails in its place, the fault is found as well; and where every response is what it
 * is without the mutant, there is no fault: an id that may be missing, say, where unknown ids are rejected anyway.
 */
async function kill(rule: Rule, mutant: RuleMutant, variant: number, seed: string): Promise<Outcome> {
  const choices = variantAt(seed, variant);
  const target = targetFor(choices);
  const sound = recorded(conforming({ choices }));
  const [before] = await judged(sound.transport, { selected: [rule.id], target });
  if (before?.verdict !== 'pass') return { variant, came: 'no occasion' };
  const broken = recorded(faulty(mutant, choices));
  const [after] = await judged(broken.transport, { selected: [rule.id], target });
  if (after?.verdict === 'fail') return { variant, came: 'killed' };
  if (after?.because !== undefined) return { variant, came: 'killed by a rule it stands on' };
  if (gaveSameResponses(sound, broken)) return { variant, came: 'no fault there' };
  const said = `${rule.id}: ${mutant.name}: ${after?.verdict}: ${after?.why ?? ''}`;
  return { variant, came: 'survived', said };
}
