import { closest } from 'fastest-levenshtein';
import { Fault } from '../fault.ts';
import { isObject } from '../wire/json.ts';
import type { Choice } from './choice.ts';
import { type Choices, choiceTable, contraryChoices, randomChoices, usualChoices } from './choices.ts';
import { drawer } from './draw.ts';

/** Ways to choose that have a name. */
export type NamedChoices = 'usual' | 'contrary' | `random:${string}`;

/** The choices of a name: `usual`, `contrary` or `random:SEED`; undefined where the name is none. */
export function choicesNamed(name: string): Choices | undefined {
  if (name === 'usual') return usualChoices;
  if (name === 'contrary') return contraryChoices;
  const seed = /^random:(.+)$/.exec(name)?.[1];
  return seed === undefined ? undefined : randomChoices(drawer(seed));
}

/** Reads how a stub is to choose: a name, or a YAML or JSON file with a choice a line. */
export async function readChoices(word: string): Promise<Choices> {
  const named = choicesNamed(word);
  if (named) return named;
  if (!/\.(ya?ml|json)$/i.test(word)) {
    throw new Fault(`--choices ${word} is unknown; write usual, contrary, random:SEED or a YAML file.`);
  }
  const { readYaml } = await import('../contract/yaml-file.ts');
  const { value, where } = await readYaml(word);
  if (!isObject(value)) throw new Fault(`${where([])}: expected choices, each with one of its alternatives.`);
  const chosen = Object.entries(value).map(([id, alternative]) => {
    const choice: Choice | undefined = Object.hasOwn(choiceTable, id)
      ? choiceTable[id as keyof Choices]
      : undefined;
    if (!choice) {
      const near = closest(id, Object.keys(choiceTable));
      throw new Fault(`${where([id])}: /${id} is no choice; did you mean "${near}"?`);
    }
    const known = choice.alternatives.find((one) => String(one) === String(alternative));
    if (known === undefined) {
      throw new Fault(
        `${where([id])}: /${id} is one of ${choice.alternatives.join(', ')}; choose one of them.`,
      );
    }
    return [id, known];
  });
  return { ...usualChoices, ...Object.fromEntries(chosen) };
}
