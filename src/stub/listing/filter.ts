import type { Choices } from '../choices/choices.ts';
import { choiceReason, type Reason } from '../replies/reason.ts';
import { parseFilter, type Term, type Unreadable } from './filter-syntax.ts';

/** The attributes a listing can be filtered by. */
export type Attribute = 'id' | 'name' | 'slug';

/** One condition: the attribute has one of the values. Without values, nothing matches. */
export type Condition = { readonly attribute: Attribute; readonly values: readonly string[] };

/** All conditions must hold; an empty list means no filter. */
export type Filter = readonly Condition[];

/** What is wrong with a filter; `syntax` if it cannot be parsed. */
export type BadFilter = Unreadable & { readonly kind: 'syntax' | 'meaning'; readonly reason: Reason };

/** Reads a filter. */
export function readFilter(text: string | undefined, choices: Choices): Filter | BadFilter {
  if (text === undefined || (text === '' && choices['filter-empty'] === 'absent')) return [];
  const parsed = parseFilter(text, choices);
  const read = 'expected' in parsed ? parsed : (unexpectedPart(parsed.terms, choices) ?? parsed);
  if ('expected' in read)
    return choices['filter-unparsable'] === 'ignored' ? [] : { reason: unparsable, ...read, kind: 'syntax' };
  const conditions: Condition[] = [];
  for (const term of read.terms) {
    const condition = readTerm(term, choices);
    if (isBadFilter(condition)) return condition;
    conditions.push(...condition);
  }
  return conditions;
}

const unparsable: Reason = { clause: 'node-products/filter-unparsable' };

/** Whether a filter is bad. */
export const isBadFilter = (filter: Filter | BadFilter): filter is BadFilter => 'expected' in filter;

const attributesOf = new Map<string, readonly Attribute[]>([
  ['eq', ['name', 'slug']],
  ['in', ['id']],
]);

/** The first position with one term or one value too many. */
function unexpectedPart(
  terms: readonly Term[],
  choices: Choices,
): (Unreadable & { readonly reason?: Reason }) | undefined {
  for (const [index, { operator, values }] of terms.entries()) {
    if (index > 0 && choices['filter-joined'] === 'refused') {
      return {
        at: operator.at - 1,
        expected: 'the end of the filter',
        reason: choiceReason('filter-joined'),
      };
    }
    const second = operator.text === 'eq' ? values[1] : undefined;
    if (second) return { at: second.at - 1, expected: 'a closing parenthesis' };
  }
  return undefined;
}

function readTerm({ operator, attribute, values }: Term, choices: Choices): Filter | BadFilter {
  const supported = attributesOf.get(operator.text);
  if (!supported) {
    if (choices['filter-unknown-operator'] === 'ignored') return [];
    const reason = choiceReason('filter-unknown-operator');
    return { at: operator.at, expected: [...attributesOf.keys()].join(' or '), kind: 'meaning', reason };
  }
  const known = supported.find((name) => name === attribute.text);
  if (!known) {
    if (choices['filter-unknown-attribute'] === 'nothing') return [{ attribute: 'id', values: [] }];
    const reason = choiceReason('filter-unknown-attribute');
    return { at: attribute.at, expected: supported.join(' or '), kind: 'meaning', reason };
  }
  const spaced = values.find(({ text }) => /\s/.test(text));
  if (spaced && choices['filter-inner-space'] === 'refused') {
    const reason = choiceReason('filter-inner-space');
    return { at: spaced.at, expected: 'a value without spaces', kind: 'meaning', reason };
  }
  const overlong = values[mostValues(choices)];
  if (overlong) {
    const reason = choiceReason(choices['filter-values'] === 'one' ? 'filter-values' : 'filter-longest-list');
    return { at: overlong.at - 1, expected: 'a closing parenthesis', kind: 'meaning', reason };
  }
  const short = values.find(({ text }) => text.length < 3);
  if (short && choices['filter-shortest'] === 'three') {
    const reason = choiceReason('filter-shortest');
    return { at: short.at, expected: 'a value of three characters or more', kind: 'meaning', reason };
  }
  const kept = choices['filter-list'] === 'first' ? values.slice(0, 1) : values;
  return [{ attribute: known, values: kept.map(({ text }) => text) }];
}

/** How many values a condition takes. */
function mostValues(choices: Choices): number {
  if (choices['filter-values'] === 'one') return 1;
  return choices['filter-longest-list'] === 'dozen' ? 12 : Number.POSITIVE_INFINITY;
}
