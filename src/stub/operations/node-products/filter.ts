import type { Meaning, Operator } from '../../../contract/list.ts';
import type { Path } from '../../../json/json.ts';
import type { Choices } from '../../choices/choices.ts';
import { choiceReason, type Reason } from '../../replies/reason.ts';
import { parseFilter, type Term, type Unreadable } from './filter-syntax.ts';

/** One condition: what is at a place of the product is one of the values. Without values, nothing matches. */
export type Condition = { readonly place: Path; readonly values: readonly string[] };

/** All conditions must hold; an empty list means no filter. */
export type Conditions = readonly Condition[];

/** What is wrong with a filter, and why. */
export type BadFilter = Unreadable & { readonly reason: Reason };

/** Reads a filter. */
export function readFilter(
  text: string | undefined,
  operators: readonly Operator[],
  choices: Choices,
): Conditions | BadFilter {
  if (text === undefined || (text === '' && choices['filter-empty'] === 'absent')) return [];
  const parsed = parseFilter(text, choices);
  const read = 'expected' in parsed ? parsed : (unexpectedPart(parsed.terms, operators, choices) ?? parsed);
  if ('expected' in read) return { reason: { clause: 'node-products/filter-unparsable' }, ...read };
  const conditions: Condition[] = [];
  for (const term of read.terms) {
    const condition = readTerm(term, operators, choices);
    if (isBadFilter(condition)) return condition;
    conditions.push(...condition);
  }
  return conditions;
}

/** Whether a filter is bad. */
export const isBadFilter = (filter: Conditions | BadFilter): filter is BadFilter => 'expected' in filter;

/** What each meaning takes: one value, or several. */
const takesOne: Readonly<Record<Meaning, boolean>> = { equals: true, among: false };

const named = (operators: readonly Operator[], { text }: Term['operator']): Operator | undefined =>
  operators.find(({ name }) => name === text);

/** The first position with one term or one value too many. */
function unexpectedPart(
  terms: readonly Term[],
  operators: readonly Operator[],
  choices: Choices,
): (Unreadable & { readonly reason?: Reason }) | undefined {
  for (const [index, { operator, values }] of terms.entries()) {
    if (index > 0 && choices['filter-joined'] === 'rejected') {
      return {
        at: operator.at - 1,
        expected: 'the end of the filter',
        reason: choiceReason('filter-joined'),
      };
    }
    const known = named(operators, operator);
    const second = known && takesOne[known.means] ? values[1] : undefined;
    if (second) return { at: second.at - 1, expected: 'a closing parenthesis' };
  }
  return undefined;
}

function readTerm(
  { operator, attribute, values }: Term,
  operators: readonly Operator[],
  choices: Choices,
): Conditions | BadFilter {
  const supported = named(operators, operator)?.on;
  if (!supported) {
    const reason: Reason = { clause: 'node-products/filter-unknown-operator' };
    return { at: operator.at, expected: operators.map(({ name }) => name).join(' or '), reason };
  }
  const known = Object.hasOwn(supported, attribute.text) ? supported[attribute.text] : undefined;
  if (!known) {
    if (choices['filter-unknown-attribute'] === 'nothing') return [{ place: ['id'], values: [] }];
    const reason = choiceReason('filter-unknown-attribute');
    return { at: attribute.at, expected: Object.keys(supported).join(' or '), reason };
  }
  const second = values[1];
  if (second && choices['filter-values'] === 'one') {
    const reason = choiceReason('filter-values');
    return { at: second.at - 1, expected: 'a closing parenthesis', reason };
  }
  return [{ place: known, values: values.map(({ text }) => text) }];
}
