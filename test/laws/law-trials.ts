import { drawFrom } from '../../conformance/core/random-draws.ts';
import { falsePositives, type LawTrial, trials as ofProof, trialOf } from '../../conformance/proof/trials.ts';
import { choicesOf } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { sampled } from '../seed.ts';
import { shipped } from '../shipped.ts';

/** What is tried: the sample of a seed, which `npm test` tries, or a tenth of what it leaves out. */
export type Asked = { readonly seed: number; readonly isSampled: boolean };

/**
 * Trials of the laws that `assay prove` tries, and of each option of each choice, a few at a time: the sample of a seed, which is
 * a mutant of each rule, but of every fourth of those that fields state, every observation, and some of the others; or a tenth
 * of everything else.
 */
export async function trials(given: unknown): Promise<readonly LawTrial[]> {
  const { seed, isSampled } = given as Asked;
  const all = [...(await ofProof()), ...options()];
  const ofEachRule = Map.groupBy(
    all.filter(({ law }) => law === 'kills'),
    ({ subject }) => subject,
  );
  const stated = fieldRules(shipped.contract);
  const [ofFields = [], others = []] = [true, false].map((isStated) =>
    [...ofEachRule].filter(([rule]) => stated.has(rule) === isStated),
  );
  // What fields state is the same code for each field.
  const tried = [...others, ...sampled(ofFields, Math.ceil(ofFields.length / 4))];
  const kills = tried.flatMap(([rule, own]) => drawFrom(seed, rule, own, 1));
  const drawn = (name: string, count: number, isOf: (trial: LawTrial) => boolean): LawTrial[] =>
    drawFrom(seed, name, all.filter(isOf), count);
  const sample = [
    ...kills,
    ...all.filter(({ law }) => law === 'observations'),
    ...drawn('choices', 4, ({ law, subject }) => law === 'choices' && subject !== 'options'),
    ...drawn('mute', 4, ({ law }) => law === 'mute'),
    ...drawn('options', 2, ({ subject }) => subject === 'options'),
  ];
  if (isSampled) return sample;
  const rest = all.filter((trial) => !sample.includes(trial));
  return sampled(rest, Math.ceil(rest.length / 10));
}

/** The rules that schemas of fields state. */
export const fieldRules = ({ constraints }: Contract): ReadonlySet<string> =>
  new Set(constraints.map(({ clause }) => clause.id));

/** How many choices differ from usual at a time: alone, a check each would take twice as long as all else. */
const together = 4;

/** Every option of every choice but the first, a few in one server. */
export function options(): LawTrial[] {
  const unusual = [...choicesOf(shipped.contract)].flatMap(([id, choice]) =>
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
