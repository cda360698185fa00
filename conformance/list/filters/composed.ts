// Filters of several values or several conditions: what they find follows from what each of them finds.

import type { ListStructure } from '../../../src/contract/list.ts';
import {
  conditionsIn,
  type FilterField,
  fieldFor,
  fieldsOf,
  joinedText,
  writeConditions,
} from '../../../src/contract/list-filters.ts';
import { onceFor } from '../../../src/once.ts';
import type { Claim } from '../../core/claim.ts';
import { eachBasicPage, eachListing } from '../../core/claims.ts';
import type { Item, Page } from '../../core/evidence.ts';
import { filteredPages } from '../reading.ts';
import { allKnown, isFull, isWholeOf } from './claims.ts';
import { comparisonWords, isAsShown, isPlainFor, shownValue } from './filter.ts';
import { findingBy, valuesIn } from './meanings.ts';

type Term = { readonly field: FilterField; readonly values: readonly string[] };

type Composed = { readonly terms: readonly Term[]; readonly join: 'and' | 'or' };

/** The terms of a filter, if all of them are of the contract and have plain values. */
function readComposed({ filter }: ListStructure, text: string | undefined): Composed | undefined {
  const read = filter && text !== undefined ? conditionsIn(text) : undefined;
  if (!filter || !read) return undefined;
  const terms = read.conditions.flatMap((one): Term[] => {
    const field = fieldFor(filter, one);
    const values = field && valuesIn(field, one.value);
    return field && values?.every((value) => isPlainFor(field, value)) ? [{ field, values }] : [];
  });
  return terms.length === read.conditions.length ? { terms, join: read.join ?? 'and' } : undefined;
}

const composedOn = onceFor((page: Page): Composed | undefined =>
  isAsShown(page) ? readComposed(page.query.list, page.query.filter) : undefined,
);

/** Whether a page has no filter, or one of the contract with plain values. */
export const hasPlainFilter = (page: Page): boolean =>
  page.query.filter === undefined || composedOn(page) !== undefined;

type Found = ReturnType<typeof findingBy>;

/** What several findings come to if all of them, or one of them, has to hold. */
const together = (findings: readonly Found[], join: Composed['join']): Found => {
  const [deciding, other] = join === 'and' ? (['never', 'must'] as const) : (['must', 'never'] as const);
  if (findings.includes(deciding)) return deciding;
  return findings.every((one) => one === other) ? other : 'may';
};

/** Whether a filter has to find a record; of what the record does not show nothing is known. */
export const findingOf = ({ terms, join }: Composed, item: Item): Found =>
  together(
    terms.map(({ field, values }) => {
      const shown = shownValue(item, field.key);
      if (shown === undefined) return 'may';
      return together(
        values.map((value) => findingBy(field, shown, value)),
        'or',
      );
    }),
    join,
  );

const wordsOf = ({ terms, join }: Composed): string =>
  terms.map(({ field, values }) => `${comparisonWords(field)} ${values.join(' or ')}`).join(` ${join} `);

/** Whether a filter is for several values of one field. */
export const isListBy =
  (key: string) =>
  ({ terms: [first, second] }: Composed): boolean =>
    first?.field.key === key && first.values.length > 1 && !second;

/** Whether a filter has several conditions that are joined so. */
export const isJoinedBy =
  (meant: Composed['join']) =>
  ({ terms, join }: Composed): boolean =>
    terms.length > 1 && join === meant;

/** A claim that some filters find nothing that they do not look for. */
export const composedSound = (isMeant: (composed: Composed) => boolean): Claim =>
  eachBasicPage(({ page }, judge) => {
    const composed = composedOn(page);
    if (!composed || !isMeant(composed) || page.items.length === 0) return;
    const wrong = page.items.find((item) => findingOf(composed, item) === 'never');
    judge.claim(wrong === undefined, () => ({
      expected: `only ${judge.nouns.records} whose ${wordsOf(composed)}`,
      saw: `${judge.nouns.aRecord} whose ${composed.terms.map(({ field }) => `${field.attribute} is ${wrong && shownValue(wrong, field.key)}`).join(' and ')}`,
      shown: [page.exchange],
    }));
  });

/** A claim that some filters find everything that they look for, if a page has room for it. */
export const composedComplete = (isMeant: (composed: Composed) => boolean): Claim =>
  eachListing('places', (listing, judge) => {
    for (const page of filteredPages(listing)) {
      const composed = composedOn(page);
      if (!composed || !isMeant(composed) || !isWholeOf(listing, page) || isFull(page)) continue;
      const due = allKnown(listing).filter(({ item }) => findingOf(composed, item) === 'must');
      if (due.length > (page.query.limit ?? 0)) continue;
      for (const known of due)
        judge.claim(
          page.items.some(({ id }) => id !== undefined && id === known.item.id),
          () => ({
            expected: `the ${judge.nouns.record} ${known.item.id ?? ''} whose ${wordsOf(composed)}`,
            saw: page.size === 0 ? `no ${judge.nouns.record}` : `a page of ${page.size} without it`,
            pages: [page, known.page],
            fingerprint: 'members',
          }),
        );
    }
  });

/** Two conditions that the contract can join, of which each leaves out a record that the other finds. */
export function joinedFilter(
  list: ListStructure,
  items: readonly Item[],
  join: Composed['join'],
  values: (field: FilterField) => readonly string[],
): string | undefined {
  const terms = fieldsOf(list).flatMap((field) =>
    values(field).map((value): Term => ({ field, values: [value] })),
  );
  const findings = terms.map((term) => items.map((item) => findingOf({ terms: [term], join }, item)));
  const shows = (one: readonly Found[], other: readonly Found[]): boolean =>
    one.some((found, index) => found === 'must' && other[index] === 'never');
  for (const [index, one] of terms.entries())
    for (const [place, other] of terms.entries()) {
      const [some = [], others = []] = [findings[index], findings[place]];
      if (place <= index || one.field.attribute === other.field.attribute) continue;
      if (!shows(some, others) || !shows(others, some)) continue;
      if (!some.some((found, at) => found === 'must' && others[at] === 'must')) continue;
      const conditions = [one, other].map(({ field: { operator, attribute }, values: [value = ''] }) => ({
        operator,
        attribute,
        value,
      }));
      const text = joinedText({ conditions, join });
      if (canWrite(list, conditions, join)) return text;
    }
  return undefined;
}

/** The filter by one condition that comes nearest to finding half of some records; undefined if none divides them. */
export function dividingFilter(list: ListStructure, items: readonly Item[]): string | undefined {
  const found = fieldsOf(list).flatMap((field) => {
    const shown = [...new Set(items.flatMap((item) => shownValue(item, field.key) ?? []))];
    return shown
      .filter((value) => isPlainFor(field, value))
      .slice(0, mostTried)
      .flatMap((value) => {
        const findings = items.map((item) =>
          findingOf({ terms: [{ field, values: [value] }], join: 'and' }, item),
        );
        const count = findings.filter((one) => one === 'must').length;
        const isTelling = count > 1 && findings.includes('never');
        const { operator, attribute } = field;
        return isTelling
          ? [{ count, text: joinedText({ conditions: [{ operator, attribute, value }] }) }]
          : [];
      });
  });
  const far = ({ count }: (typeof found)[number]): number => Math.abs(count - items.length / 2);
  const [best] = found.toSorted((one, other) => far(one) - far(other));
  return best?.text;
}

/** Values of a field that are tried for how many records they find. */
const mostTried = 10;

const canWrite = (
  { filter }: ListStructure,
  conditions: Parameters<typeof joinedText>[0]['conditions'],
  join: Composed['join'],
): boolean => filter !== undefined && writeConditions(filter, { conditions, join }) !== undefined;
