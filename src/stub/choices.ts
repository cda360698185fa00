import { createHash } from 'node:crypto';
import { allKindChoices, choicesOf, type KindChoiceId, type OptionOf } from '../contract/choices.ts';
import type { Choice, ChoiceOption, Contract } from '../contract/contract.ts';
import { UserError } from '../errors.ts';

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

/** A name for the options of all choices: each default, each second option, or drawn from a seed. */
export type NamedChoices = 'default' | 'contrary' | `random:${string}`;

export function choicesNamed(contract: Contract, name: string): Choices | undefined {
  if (name === 'default') return defaultChoices(contract);
  if (name === 'contrary') return contraryChoices(contract);
  const seed = /^random:(.+)$/.exec(name)?.[1];
  return seed === undefined ? undefined : randomChoices(contract, seededRandom(seed));
}
