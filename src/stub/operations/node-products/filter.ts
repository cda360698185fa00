import type { Choices } from '../../choices/choices.ts';
import { choiceReason, type Reason } from '../../replies/reason.ts';
import { parseFilter, type Term, type Unreadable } from './filter-syntax.ts';

/** The attributes a listing can be filtered by. */
export type FilterAttribute = 'id' | 'name' | 'slug';

/** One condition: the attribute has one of the values. Without values, nothing matches. */
export type Condition = { readonly attribute: FilterAttribute; readonly values: readonly string[] };

/** All conditions must hold; an empty list means no filter. */
export type Conditions = readonly Condition[];

/** What is wrong with a filter, and why. */
export type BadFilter = Unreadable & { readonly reason: Reason };

/** Reads a filter. */
export function readFilter(text: string | undefined, choices: Choices): Conditions | BadFilter {
  if (text === undefined || (text === '' && choices['filter-empty'] === 'absent')) return [];
  const parsed = parseFilter(text, choices);
  const read = 'expected' in parsed ? parsed : (unexpectedPart(parsed.terms, choices) ?? parsed);
  if ('expected' in read) return { reason: { clause: 'node-products/filter-unparsable' }, ...read };
  const conditions: Condition[] = [];
  for (const term of read.terms) {
    const condition = readTerm(term, choices);
    if (isBadFilter(condition)) return condition;
    conditions.push(...condition);
  }
  return conditions;
}

/** Whether a filter is bad. */
export const isBadFilter = (filter: Conditions | BadFilter): filter is BadFilter => 'expected' in filter;

/** The operators, each with the attributes it takes, and whether it takes one value only. */
const operators = new Map<string, { attributes: readonly FilterAttribute[]; takesOne: boolean }>([
  ['eq', { attributes: ['name', 'slug'], takesOne: true }],
  ['in', { attributes: ['id'], takesOne: false }],
]);

/** The first position with one term or one value too many. */
function unexpectedPart(
  terms: readonly Term[],
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
    const second = operators.get(operator.text)?.takesOne ? values[1] : undefined;
    if (second) return { at: second.at - 1, expected: 'a closing parenthesis' };
  }
  return undefined;
}

function readTerm({ operator, attribute, values }: Term, choices: Choices): Conditions | BadFilter {
  const supported = operators.get(operator.text)?.attributes;
  if (!supported) {
    const reason: Reason = { clause: 'node-products/filter-unknown-operator' };
    return { at: operator.at, expected: [...operators.keys()].join(' or '), reason };
  }
  const known = supported.find((name) => name === attribute.text);
  if (!known) {
    if (choices['filter-unknown-attribute'] === 'nothing') return [{ attribute: 'id', values: [] }];
    const reason = choiceReason('filter-unknown-attribute');
    return { at: attribute.at, expected: supported.join(' or '), reason };
  }
  const second = values[1];
  if (second && choices['filter-values'] === 'one') {
    const reason = choiceReason('filter-values');
    return { at: second.at - 1, expected: 'a closing parenthesis', reason };
  }
  return [{ attribute: known, values: values.map(({ text }) => text) }];
}
