import { createHash } from 'node:crypto';
import {
  allChoices,
  type Choice,
  type ChoiceId,
  type ChoiceOption,
  choices,
  isChoice,
  type OptionOf,
  optionNamed,
  readOptions,
} from '../contract/choices.ts';
import { UserError } from '../errors.ts';
import { isObject, type Json, type Path } from '../json/json.ts';

export function seededRandom(seed: string | number): (count: number) => number {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() % count;
  };
}

/** The option that the stub takes for every choice. */
export type Choices = { readonly [Id in ChoiceId]: OptionOf<Id> };

const choose = (pick: (choice: Choice) => ChoiceOption | undefined): Choices =>
  Object.fromEntries(allChoices.map(([id, choice]) => [id, pick(choice)])) as Choices;

export const defaultChoices: Choices = choose(({ options: [usual] }) => usual);

export const contraryChoices: Choices = choose(({ options: [, contrary] }) => contrary);

export const randomChoices = (pick: (count: number) => number): Choices =>
  choose(({ options }) => options[pick(options.length)]);

/** A choice in which the stub differs from the server that it imitates. */
export type NotImitated = {
  readonly choice: string;
  /** What was observed, or why nothing was. Text of a server may be hostile. */
  readonly saw: string;
  /** The option that the stub takes instead. */
  readonly instead: string;
};

export type Imitation = { readonly choices: Choices; readonly notImitated: readonly NotImitated[] };

const targetKeys = ['baseUrl', 'token', 'collections', 'known', 'writes', 'waivers'];

/** Reads choices from a JSON report of a check, a target file that pins them, or a choices file. */
export function imitate(value: unknown, where: (path: Path) => string): Imitation {
  if (isObject(value) && Array.isArray(value.observations))
    return fromReport(value.observations, value.unseen);
  const isTarget = isObject(value) && ('choices' in value || targetKeys.some((key) => key in value));
  if (isTarget && value.choices === undefined)
    throw new UserError(
      `${where([])}: no choices are pinned; add them under "choices", or name a JSON report of a check.`,
    );
  const read = isTarget ? readOptions(value.choices, where, ['choices']) : readOptions(value, where);
  return { choices: { ...defaultChoices, ...Object.fromEntries(read) }, notImitated: [] };
}

function fromReport(observations: readonly Json[], unseen: Json | undefined): Imitation {
  const chosen: Record<string, string | number> = {};
  const notImitated: NotImitated[] = [];
  for (const { id, words } of entriesOf(observations, 'option')) {
    const choice = choices.get(id);
    const option = choice && optionNamed(choice, words);
    if (option === undefined) notImitated.push(defaultInstead(id, words));
    else chosen[id] = option;
  }
  for (const { id, words } of entriesOf(Array.isArray(unseen) ? unseen : [], 'why'))
    notImitated.push(defaultInstead(id, `not seen: ${words}`));
  return { choices: { ...defaultChoices, ...chosen }, notImitated };
}

const entriesOf = (list: readonly Json[], key: 'option' | 'why'): { id: string; words: string }[] =>
  list.flatMap((entry) =>
    isObject(entry) && typeof entry.id === 'string' && typeof entry[key] === 'string'
      ? [{ id: entry.id, words: entry[key] }]
      : [],
  );

const defaultInstead = (id: string, saw: string): NotImitated => ({
  choice: id,
  saw,
  instead: isChoice(id) ? String(defaultChoices[id]) : 'nothing: it is unknown here',
});

/** A name for the options of all choices: each default, each second option, or drawn from a seed. */
export type NamedChoices = 'default' | 'contrary' | `random:${string}`;

export function choicesNamed(name: string): Choices | undefined {
  if (name === 'default') return defaultChoices;
  if (name === 'contrary') return contraryChoices;
  const seed = /^random:(.+)$/.exec(name)?.[1];
  return seed === undefined ? undefined : randomChoices(seededRandom(seed));
}

export async function readChoicesFile(file: string): Promise<Imitation> {
  const { readYaml } = await import('../yaml/yaml-file.ts');
  const { value, where } = await readYaml(file);
  return imitate(value, where);
}
