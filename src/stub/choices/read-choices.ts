import { readAlternatives } from '../../contract/choices/read.ts';
import { type Choices, contraryChoices, randomChoices, usualChoices } from './choices.ts';
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
  return { ...usualChoices, ...Object.fromEntries(readAlternatives(value, where)) };
}
