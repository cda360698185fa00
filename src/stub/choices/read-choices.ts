import { type Choices, contraryChoices, defaultChoices, randomChoices } from './choices.ts';
import { type Imitation, imitate } from './imitate.ts';
import { seededRandom } from './seeded-random.ts';

/** Named sets of choices. */
export type NamedChoices = 'default' | 'contrary' | `random:${string}`;

/** The choices for a name: `default`, `contrary` or `random:SEED`; undefined for any other name. */
export function choicesNamed(name: string): Choices | undefined {
  if (name === 'default') return defaultChoices;
  if (name === 'contrary') return contraryChoices;
  const seed = /^random:(.+)$/.exec(name)?.[1];
  return seed === undefined ? undefined : randomChoices(seededRandom(seed));
}

/**
 * Reads how a stub is to go from a file: choices, one per line; a target file that pins some; or the JSON report of a
 * check. Whatever it does not say takes the default.
 */
export async function readChoicesFile(file: string): Promise<Imitation> {
  const { readYaml } = await import('../../yaml/yaml-file.ts');
  const { value, where } = await readYaml(file);
  return imitate(value, where);
}
