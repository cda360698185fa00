import type { Choices } from './choices.ts';
import { parseFilter, type Term, type Unreadable } from './filter-syntax.ts';
import { chosen, type Why } from './why.ts';

/** The attributes a listing can be filtered by. */
export type Attribute = 'id' | 'name' | 'slug';

/** One condition: the attribute has one of the values. No values: nothing matches. */
export type Condition = { readonly attribute: Attribute; readonly values: readonly string[] };

/** All conditions hold; none at all means no filter. */
export type Filter = readonly Condition[];

/** What is wrong with a filter; `syntax` where it cannot even be parsed. */
export type BadFilter = Unreadable & { readonly kind: 'syntax' | 'meaning'; readonly why: Why };

/** Makes out what a filter asks for. */
export function readFilter(text: string | undefined, choices: Choices): Filter | BadFilter {
  if (text === undefined || (text === '' && choices['filter-empty'] === 'absent')) return [];
  const parsed = parseFilter(text, choices);
  const read = 'expected' in parsed ? parsed : (misfit(parsed.terms, choices) ?? parsed);
  if ('expected' in read)
    return choices['filter-unparsable'] === 'ignored' ? [] : { why: unparsable, ...read, kind: 'syntax' };
  const conditions: Condition[] = [];
  for (const term of read.terms) {
    const condition = readTerm(term, choices);
    if (isBadFilter(condition)) return condition;
    conditions.push(...condition);
  }
  return conditions;
}

const unparsable: Why = { clause: 'products-filter-unparsable' };

/** Tells a bad filter from a good one. */
export const isBadFilter = (filter: Filter | BadFilter): filter is BadFilter => 'expected' in filter;

const attributesOf = new Map<string, readonly Attribute[]>([
  ['eq', ['name', 'slug']],
  ['in', ['id']],
]);

/** The first place where there is one term, or one value, too many. */
function misfit(terms: readonly Term[], choices: Choices): (Unreadable & { readonly why?: Why }) | undefined {
  for (const [index, { operator, values }] of terms.entries()) {
    if (index > 0 && choices['filter-joined'] === 'refused') {
      return { at: operator.at - 1, expected: 'the end of the filter', why: chosen('filter-joined') };
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
    const why = chosen('filter-unknown-operator');
    return { at: operator.at, expected: [...attributesOf.keys()].join(' or '), kind: 'meaning', why };
  }
  const known = supported.find((name) => name === attribute.text);
  if (!known) {
    if (choices['filter-unknown-attribute'] === 'nothing') return [{ attribute: 'id', values: [] }];
    const why = chosen('filter-unknown-attribute');
    return { at: attribute.at, expected: supported.join(' or '), kind: 'meaning', why };
  }
  const spaced = values.find(({ text }) => /\s/.test(text));
  if (spaced && choices['filter-inner-space'] === 'refused') {
    const why = chosen('filter-inner-space');
    return { at: spaced.at, expected: 'a value without spaces', kind: 'meaning', why };
  }
  const kept = choices['filter-list'] === 'first' ? values.slice(0, 1) : values;
  return [{ attribute: known, values: kept.map(({ text }) => text) }];
}
