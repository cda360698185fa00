import { choiceTable } from '../../spec/choices.ts';
import { UserError } from '../errors.ts';
import { isObject, type Path } from '../json/json.ts';
import { nearest, oneOf } from '../words.ts';

type ChoiceTable = typeof choiceTable;

export type ChoiceOption = string | number;

/** A point on which conforming servers may differ, as spec/choices.ts states it. */
export type Choice = {
  readonly asks: string;
  readonly clauses: readonly string[];
  /** The default first, the contrary option second. */
  readonly options: readonly [ChoiceOption, ChoiceOption, ...ChoiceOption[]];
  /** Explanations of options, where their names are not enough. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whole numbers, from and to, that are options too. */
  readonly range?: readonly [from: number, to: number];
  /** Why nothing observes it: `no, because …`. */
  readonly seen?: string;
  /** Why no client is tried with its options: `no, because …`. */
  readonly varied?: string;
  /** Whether it is about the form of a request, which is accepted under one option and rejected under another. */
  readonly isOfForm?: boolean;
};

/** The id of a choice, as in `spec/choices.ts`. */
export type ChoiceId = keyof ChoiceTable;

export type OptionOf<Id extends ChoiceId> =
  | ChoiceTable[Id]['options'][number]
  | (ChoiceTable[Id] extends { readonly range: unknown } ? number : never);

/** Every choice with its id, in the order of the table. */
export const allChoices = Object.entries<Choice>(choiceTable) as [ChoiceId, Choice][];

export const choices: ReadonlyMap<string, Choice> = new Map(allChoices);

export const choiceOf = (id: ChoiceId): Choice => choiceTable[id];

export const isChoice = (id: string): id is ChoiceId => choices.has(id);

export function optionNamed(
  { options, range: [from, to] = [1, 0] }: Choice,
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

/** Reads choices and their options. `under` is the path of the choices in the file. */
export function readOptions(
  value: unknown,
  where: (path: Path) => string,
  under: Path = [],
): Map<ChoiceId, ChoiceOption> {
  if (!isObject(value))
    throw new UserError(`${where(under)}: expected choices, each with one of its options.`);
  const named = Object.entries(value).filter(([id]) => id !== schemaKey);
  return new Map(
    named.map(([id, given]) => {
      const path = [...under, id];
      const fault = (what: string): UserError => new UserError(`${where(path)}: /${path.join('/')} ${what}`);
      if (!isChoice(id)) throw fault(unknown(id));
      const choice = choiceOf(id);
      const option = optionNamed(choice, given);
      if (option === undefined) {
        const [near] = nearest(String(given), choice.options.map(String), 1);
        throw fault(`must be ${optionsIn(choice)}${near === undefined ? '.' : `; did you mean "${near}"?`}`);
      }
      return [id, option] as const;
    }),
  );
}

function unknown(id: string): string {
  const [near] = nearest(id, choices.keys(), 1);
  return `is an unknown choice; ${near === undefined ? 'assay clauses choice lists all.' : `did you mean "${near}"?`}`;
}
