import { UserError } from '../errors.ts';
import { isObject, type Json, type JsonObject, mapValues, type Path } from '../json/json.ts';
import { nearest, oneOf } from '../words.ts';
import { readYaml } from '../yaml/yaml-file.ts';
import { isKindChoice } from './choices.ts';
import type { Contract, StatedChoice } from './contract.ts';

type ChoiceFault = (path: Path, sentence: string) => UserError;

const isNonBlank = (value: unknown): value is string => typeof value === 'string' && /\S/.test(value);
const isOptionValue = (value: unknown): boolean => isNonBlank(value) || typeof value === 'number';
const isReason = (value: unknown): boolean => isNonBlank(value) && value.startsWith('no, because ');

/** What the fields of a choice have to be, in words. */
const choiceFields: Readonly<Record<string, readonly [words: string, isRight: (value: Json) => boolean]>> = {
  asks: ['a question that ends in a question mark', (value) => isNonBlank(value) && value.endsWith('?')],
  clauses: ['a list of ids of clauses', (value) => Array.isArray(value) && value.every(isNonBlank)],
  options: [
    'a list of at least two different words or numbers',
    (value) =>
      Array.isArray(value) &&
      value.length > 1 &&
      value.every(isOptionValue) &&
      new Set(value.map(String)).size === value.length,
  ],
  words: [
    'an object that explains options',
    (value) => isObject(value) && Object.values(value).every(isNonBlank),
  ],
  range: [
    'a list of the smallest and the greatest whole number',
    (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isInteger),
  ],
  seen: ['`no, because …`', isReason],
  varied: ['`no, because …`', isReason],
  isOfForm: ['true or false', (value) => typeof value === 'boolean'],
};

/** What the file says of a choice of a kind; the rest is stated for the kind. */
const ofKinds = ['asks', 'clauses', 'varied'];

/** Reads the `choices.yaml` of a contract. What is wrong in it is a {@link UserError} with its line. */
export async function readChoices(
  file: string,
  contract: Contract,
): Promise<Readonly<Record<string, StatedChoice>>> {
  const { value, where } = await readYaml(file);
  const fault: ChoiceFault = (path, sentence) => new UserError(`${where(path)}: ${sentence}.`);
  if (!isObject(value))
    throw fault([], 'expected an object of choices, each with a question and its options');
  return mapValues(value, (choice, id) => readChoice(id, choice, contract, fault));
}

function readChoice(id: string, choice: Json, { clauses, lost }: Contract, fault: ChoiceFault): StatedChoice {
  if (!isObject(choice))
    throw fault([id], `the choice "${id}" is not an object; write asks, clauses and options`);
  const known = isKindChoice(id) ? ofKinds : Object.keys(choiceFields);
  for (const [name, value] of Object.entries(choice)) {
    if (!known.includes(name)) throw fault([id, name], unknownField(id, name, known));
    const [words = '', isRight = () => true] = choiceFields[name] ?? [];
    if (!isRight(value)) throw fault([id, name], `"${name}" of a choice is ${words}`);
  }
  for (const name of isKindChoice(id) ? [] : ['asks', 'options'])
    if (choice[name] === undefined) throw fault([id], `the choice "${id}" has no "${name}"; add it`);
  const read = choice as StatedChoice & JsonObject;
  const options = read.options?.map(String);
  const other = Object.keys(read.words ?? {}).find((name) => !options?.includes(name));
  if (other !== undefined) throw fault([id, 'words', other], `the choice "${id}" has no option "${other}"`);
  for (const [index, clause] of (read.clauses ?? []).entries())
    if (clauses.get(clause)?.level !== 'unspecified' && !lost.includes(clause))
      throw fault(
        [id, 'clauses', index],
        `"${clause}" is no clause whose level is unspecified; a choice belongs to such clauses only`,
      );
  return read;
}

function unknownField(id: string, name: string, known: readonly string[]): string {
  const [near] = nearest(name, known, 1);
  const words = near === undefined ? `use ${oneOf(known)}` : `did you mean "${near}"?`;
  return isKindChoice(id) && name in choiceFields
    ? `"${name}" of "${id}" is the same in all contracts; remove it`
    : `a choice has no "${name}"; ${words}`;
}
