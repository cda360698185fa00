import { UserError } from '../errors.ts';
import { isObject, type Path } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { fillIn, nearest, oneOf } from '../words.ts';
import type { Choice, ChoiceOption, Contract, StatedChoice } from './contract.ts';
import { freeTextOf, kindChoiceOf, kindChoices } from './kind-choices.ts';
import { anyRecord } from './nouns.ts';
import { collectionParameters, everyOperation, type Operation, type OperationId } from './operations.ts';

/** The id of a choice that a kind of operation leaves open. */
export type KindChoiceId = keyof typeof kindChoices;

export type OptionOf<Id extends string> = Id extends KindChoiceId
  ?
      | (typeof kindChoices)[Id]['options'][number]
      | ((typeof kindChoices)[Id] extends { readonly range: unknown } ? number : never)
  : ChoiceOption;

/** A choice as a contract has it. */
type ContractChoice = Choice & {
  /** The operations that leave it open. */
  readonly operations: readonly OperationId[];
  /** The clauses that it belongs to, all of level unspecified, so that every option conforms; none if no sentence is related. */
  readonly clauses: readonly string[];
};

/** Every choice of a kind, in the order of the table. */
export const allKindChoices = Object.entries<Choice>(kindChoices) as [KindChoiceId, Choice][];

export const isKindChoice = (id: string): id is KindChoiceId => Object.hasOwn(kindChoices, id);

/** The choices of a contract by their ids: those of the kinds of its operations that it leaves open, and its own. */
export const choicesOf = (contract: Contract): ReadonlyMap<string, ContractChoice> =>
  readOnce(contract.whole ?? contract);

const readOnce = onceFor((contract: Contract): ReadonlyMap<string, ContractChoice> => {
  const stated = new Map(Object.entries(contract.choices ?? {}));
  const ofKinds = allKindChoices.flatMap(([id]): [string, ContractChoice][] => {
    const own = choiceOfKind(contract, id, stated.get(id) ?? {});
    return own ? [[id, own]] : [];
  });
  const others = [...stated].flatMap(([id, { asks, options, clauses = [], ...choice }]) =>
    isKindChoice(id) || asks === undefined || options === undefined
      ? []
      : [
          [
            id,
            { ...choice, asks, options, clauses, operations: clauseOperations(contract, clauses) },
          ] as const,
        ],
  );
  return new Map([...ofKinds, ...others]);
});

/** The operations that some clauses are about. */
const clauseOperations = (contract: Contract, clauses: readonly string[]): OperationId[] =>
  everyOperation(contract).flatMap(({ id }) => (clauses.some((one) => one.startsWith(`${id}/`)) ? id : []));

/** A choice of a kind on the operations whose clauses the contract names, else on those that leave it open. */
function choiceOfKind(
  contract: Contract,
  id: KindChoiceId,
  { clauses = [], ...stated }: StatedChoice,
): ContractChoice | undefined {
  const { isOpen, permits = () => true, ...choice } = kindChoiceOf(id);
  const named = clauseOperations(contract, clauses);
  const permitted = (operation: Operation): readonly ChoiceOption[] =>
    named.length > 0
      ? choice.options
      : choice.options.filter((option) => permits(option, operation, contract));
  const open = everyOperation(contract).filter((operation) =>
    named.length > 0
      ? named.includes(operation.id)
      : isOpen(operation, contract) && permitted(operation).length > 1,
  );
  const anywhere = new Set(open.flatMap(permitted));
  const options = choice.options.filter((option) => anywhere.has(option));
  const [usual, contrary, ...others] = options;
  if (open.length === 0 || usual === undefined || contrary === undefined) return undefined;
  const filled = (text: string): string => fillIn(text, (name) => wordFor(name, open));
  const words = Object.entries(choice.words ?? {}).map(([name, text]) => [name, filled(text)]);
  const operations = open.map((operation) => operation.id);
  return {
    ...choice,
    ...(choice.words ? { words: Object.fromEntries(words) } : {}),
    asks: filled(stated.asks ?? choice.asks),
    ...(stated.varied === undefined ? {} : { varied: stated.varied }),
    options: [usual, contrary, ...others],
    clauses,
    operations,
  };
}

/** The option that an operation takes: the chosen one, or, if its contract does not permit that there, another one. */
export function permittedOption<Id extends KindChoiceId>(
  contract: Contract,
  operation: Operation,
  id: Id,
  chosen: OptionOf<Id>,
): OptionOf<Id> {
  const { permits = () => true, options } = kindChoiceOf(id);
  const isStated = (contract.choices?.[id]?.clauses ?? []).length > 0;
  if (isStated || permits(chosen, operation, contract)) return chosen;
  const permitted = options.find((option) => permits(option, operation, contract));
  return (permitted as OptionOf<Id> | undefined) ?? chosen;
}

/** What operations call something, such as their records; in general words if they differ. */
function wordFor(name: string, operations: readonly Operation[]): string | undefined {
  const general = new Map(Object.entries({ ...anyRecord, ...generalWords })).get(name);
  const words = operations.map((operation) => choiceWords(operation).get(name));
  const [first] = words;
  if (first !== undefined && first !== '' && words.every((one) => one === first)) return first;
  return general;
}

const generalWords = {
  limit: 'limit',
  offset: 'offset',
  place: 'path',
  text: 'a text',
};

const quotedName = (name: string | undefined): string => (name === undefined ? '' : `\`${name}\``);

const choiceWords = (operation: Operation): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({
      ...operation.nouns,
      limit: operation.list?.names.limit ?? '',
      offset: operation.list?.names.offset ?? '',
      place: quotedName(collectionParameters(operation).at(-1)),
      text: quotedName(freeTextOf(operation)),
    }),
  );

/** A choice of a contract. Throws if the contract does not have it. */
export function choiceOf(contract: Contract, id: string): ContractChoice {
  const choice = choicesOf(contract).get(id);
  if (!choice) throw new Error(`the contract has no choice "${id}"`);
  return choice;
}

/** The option of a choice with a name; numbers within its range are options, too. */
export function optionNamed(
  { options, range: [from, to] = [1, 0] }: Pick<Choice, 'options' | 'range'>,
  name: unknown,
): ChoiceOption | undefined {
  const known = options.find((one) => String(one) === String(name));
  if (known !== undefined) return known;
  const number = /^\d{1,9}$/.test(String(name)) ? Number(name) : Number.NaN;
  return number >= from && number <= to ? number : undefined;
}

const optionsIn = ({ options, range }: Choice): string =>
  oneOf([...options.map(String), ...(range ? [`any number from ${range[0]} to ${range[1]}`] : [])]);

const schemaKey = '$schema';

/** Reads choices of a contract and their options. `under` is the path of the choices in the file. */
export function readOptions(
  contract: Contract,
  value: unknown,
  where: (path: Path) => string,
  under: Path = [],
): Map<string, ChoiceOption> {
  if (!isObject(value))
    throw new UserError(`${where(under)}: expected choices, each with one of its options.`);
  const choices = choicesOf(contract);
  const named = Object.entries(value).filter(([id]) => id !== schemaKey);
  return new Map(
    named.map(([id, given]) => {
      const path = [...under, id];
      const fault = (what: string): UserError => new UserError(`${where(path)}: /${path.join('/')} ${what}`);
      const choice = choices.get(id);
      if (!choice) throw fault(unknownChoiceWords(id, choices));
      const option = optionNamed(choice, given);
      if (option === undefined) {
        const [near] = nearest(String(given), choice.options.map(String), 1);
        throw fault(`must be ${optionsIn(choice)}${near === undefined ? '.' : `; did you mean "${near}"?`}`);
      }
      return [id, option] as const;
    }),
  );
}

function unknownChoiceWords(id: string, choices: ReadonlyMap<string, Choice>): string {
  if (isKindChoice(id)) return 'is a choice that the contract does not leave open; remove it.';
  const [near] = nearest(id, choices.keys(), 1);
  return `is an unknown choice; ${near === undefined ? 'assay clauses choice lists all.' : `did you mean "${near}"?`}`;
}
