import { createHash } from 'node:crypto';
import {
  allKindChoices,
  choicesOf,
  type KindChoiceId,
  type OptionOf,
  optionNamed,
  readOptions,
} from '../contract/choices.ts';
import type { Choice, ChoiceOption, Contract } from '../contract/contract.ts';
import { UserError } from '../errors.ts';
import { isObject, type Json, type Path } from '../json/json.ts';

export function seededRandom(seed: string | number): (count: number) => number {
  let drawn = 0;
  return (count) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() % count;
  };
}

/** The option that the stub takes for every choice: of the kinds of operations, and of one contract. */
export type Choices = { readonly [Id in KindChoiceId]: OptionOf<Id> } & Readonly<
  Record<string, ChoiceOption>
>;

/** The defaults of all choices of kinds, whether or not a contract leaves them open. */
export const usualChoices = Object.fromEntries(
  allKindChoices.map(([id, { options }]) => [id, options[0]]),
) as Choices;

const choose = (contract: Contract, pick: (choice: Choice) => ChoiceOption | undefined): Choices => {
  const chosen = [...choicesOf(contract)].map(([id, choice]) => [id, pick(choice)]);
  return { ...usualChoices, ...Object.fromEntries(chosen) };
};

export const defaultChoices = (contract: Contract): Choices =>
  choose(contract, ({ options: [usual] }) => usual);

/** Choices that a stub part reads: one that the contract does not have is a `UserError` instead of no option. */
export function readBy(file: string, choices: Choices): Choices {
  return new Proxy(choices, {
    get: (all, id) => {
      if (typeof id === 'string' && !(id in all) && id !== 'toJSON')
        throw new UserError(
          `${file}: reads the choice "${id}", which the contract does not have; add it to choices.yaml.`,
        );
      return Reflect.get(all, id);
    },
  });
}

/** Some choices, and the defaults of all others. */
export const withDefaults = (contract: Contract, some: Partial<Choices> = {}): Choices => ({
  ...defaultChoices(contract),
  ...(some as Choices),
});

export const contraryChoices = (contract: Contract): Choices =>
  choose(contract, ({ options: [, contrary] }) => contrary);

export const randomChoices = (contract: Contract, pick: (count: number) => number): Choices =>
  choose(contract, ({ options }) => options[pick(options.length)]);

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
export function imitate(contract: Contract, value: unknown, where: (path: Path) => string): Imitation {
  if (isObject(value) && Array.isArray(value.observations))
    return fromReport(contract, value.observations, value.unseen);
  const isTarget = isObject(value) && ('choices' in value || targetKeys.some((key) => key in value));
  if (isTarget && value.choices === undefined)
    throw new UserError(
      `${where([])}: no choices are pinned; add them under "choices", or name a JSON report of a check.`,
    );
  const read = isTarget
    ? readOptions(contract, value.choices, where, ['choices'])
    : readOptions(contract, value, where);
  return { choices: { ...defaultChoices(contract), ...Object.fromEntries(read) }, notImitated: [] };
}

function fromReport(contract: Contract, observations: readonly Json[], unseen: Json | undefined): Imitation {
  const usual = defaultChoices(contract);
  const chosen: Record<string, string | number> = {};
  const notImitated: NotImitated[] = [];
  for (const { id, words } of entriesOf(observations, 'option')) {
    const choice = choicesOf(contract).get(id);
    const option = choice && optionNamed(choice, words);
    if (option === undefined) notImitated.push(defaultInstead(usual, id, words));
    else chosen[id] = option;
  }
  for (const { id, words } of entriesOf(Array.isArray(unseen) ? unseen : [], 'why'))
    notImitated.push(defaultInstead(usual, id, `not seen: ${words}`));
  return { choices: { ...usual, ...chosen }, notImitated };
}

const entriesOf = (list: readonly Json[], key: 'option' | 'why'): { id: string; words: string }[] =>
  list.flatMap((entry) =>
    isObject(entry) && typeof entry.id === 'string' && typeof entry[key] === 'string'
      ? [{ id: entry.id, words: entry[key] }]
      : [],
  );

const defaultInstead = (usual: Choices, id: string, saw: string): NotImitated => ({
  choice: id,
  saw,
  instead: Object.hasOwn(usual, id) ? String(usual[id]) : 'nothing: it is unknown here',
});

/** A name for the options of all choices: each default, each second option, or drawn from a seed. */
export type NamedChoices = 'default' | 'contrary' | `random:${string}`;

export function choicesNamed(contract: Contract, name: string): Choices | undefined {
  if (name === 'default') return defaultChoices(contract);
  if (name === 'contrary') return contraryChoices(contract);
  const seed = /^random:(.+)$/.exec(name)?.[1];
  return seed === undefined ? undefined : randomChoices(contract, seededRandom(seed));
}

export async function readChoicesFile(contract: Contract, file: string): Promise<Imitation> {
  const { readYaml } = await import('../yaml/yaml-file.ts');
  const { value, where } = await readYaml(file);
  return imitate(contract, value, where);
}
