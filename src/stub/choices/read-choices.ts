import { closest } from 'fastest-levenshtein';
import { UserError } from '../../errors.ts';
import { isObject } from '../../json/json.ts';
import type { Choice } from './choice.ts';
import { type Choices, choiceTable, contraryChoices, randomChoices, usualChoices } from './choices.ts';
import { seededRandom } from './seeded-random.ts';

/** Named sets of choices. */
export type NamedChoices = 'usual' | 'contrary' | `random:${string}`;

/** The choices for a name: `usual`, `contrary` or `random:SEED`; undefined for any other name. */
export function choicesNamed(name: string): Choices | undefined {
  if (name === 'usual') return usualChoices;
  if (name === 'contrary') return contraryChoices;
  const seed = /^random:(.+)$/.exec(name)?.[1];
  return seed === undefined ? undefined : randomChoices(seededRandom(seed));
}

/** Reads the choices of a stub from a YAML or JSON file with one choice per line; the others are the usual ones. */
export async function readChoicesFile(file: string): Promise<Choices> {
  const { readYaml } = await import('../../yaml/yaml-file.ts');
  const { value, where } = await readYaml(file);
  if (!isObject(value))
    throw new UserError(`${where([])}: expected choices, each with one of its alternatives.`);
  const chosen = Object.entries(value).map(([id, alternative]) => {
    const choice: Choice | undefined = Object.hasOwn(choiceTable, id)
      ? choiceTable[id as keyof Choices]
      : undefined;
    if (!choice) {
      const near = closest(id, Object.keys(choiceTable));
      throw new UserError(`${where([id])}: /${id} is an unknown choice; did you mean "${near}"?`);
    }
    const known = choice.alternatives.find((one) => String(one) === String(alternative));
    if (known === undefined) {
      throw new UserError(
        `${where([id])}: /${id} must be one of ${choice.alternatives.join(', ')}; choose one of them.`,
      );
    }
    return [id, known];
  });
  return { ...usualChoices, ...Object.fromEntries(chosen) };
}
