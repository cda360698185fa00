import { drawFrom } from '../../conformance/core/draw.ts';
import { shipped } from '../../conformance/proof/fixtures.ts';
import {
  falsePositives,
  type Law,
  type LawTrial,
  trials as ofProof,
  trialOf,
} from '../../conformance/proof/trials.ts';
import { type Choices, stubChoices } from '../../src/stub/choices.ts';

/** What is tried: all, or the sample of a seed. */
export type Asked = { readonly sample?: number };

/**
 * Every trial of the laws that `assay prove` tries, and each option of each choice, a few at a time; of a sample, the first
 * mutant of each rule and another one, all observations, and some of the others.
 */
export async function trials(given: unknown): Promise<readonly LawTrial[]> {
  const { sample } = given as Asked;
  const all = await ofProof();
  if (sample === undefined) return [...all, ...options()];
  const ofEachRule = Map.groupBy(
    all.filter(({ law }) => law === 'kills'),
    ({ subject }) => subject,
  );
  const kills = [...ofEachRule].flatMap(([rule, [first, ...others]]) => [
    ...(first ? [first] : []),
    ...drawFrom(sample, rule, others, 1),
  ]);
  const observations = all.filter(({ law }) => law === 'observations');
  const others = Object.entries({ choices: 4, mute: 4 } satisfies Partial<Record<Law, number>>).flatMap(
    ([law, count]) =>
      drawFrom(
        sample,
        law,
        all.filter((trial) => trial.law === law),
        count,
      ),
  );
  return [...kills, ...observations, ...others, ...drawFrom(sample, 'options', options(), 2)];
}

/** How many choices differ from usual at a time: alone, a check each would take twice as long as all else. */
const together = 4;

/** Every option of every choice but the first, a few in one server. */
export function options(): LawTrial[] {
  const unusual = stubChoices.flatMap(([id, choice]) =>
    choice.options.slice(1).map((option) => [id, option] as const),
  );
  const servers = Math.ceil(unusual.length / together);
  return Array.from({ length: servers }, (_, place) => {
    // Those of one choice follow each other, so that no two of them are so far apart.
    const own = unusual.filter((_alternative, index) => index % servers === place);
    const trial = own.map(([id, option]) => `${id}=${option}`).join(', ');
    return trialOf({ law: 'choices', subject: 'options', trial }, async () => {
      const against = await falsePositives(shipped, Object.fromEntries(own) as Partial<Choices>);
      return { holds: against.length === 0, said: against.join('; '), others: [] };
    });
  });
}
