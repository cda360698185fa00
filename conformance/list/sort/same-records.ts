// Whether a sorted listing has the records of the same listing without a sort, each once.

import { isChained } from '../../../src/contract/list.ts';
import type { SortKey } from '../../../src/contract/list-sorts.ts';
import { differ } from '../../../src/print.ts';
import type { RelationJudge } from '../../core/claim.ts';
import type { Item, Listing, Page, PageQuery } from '../../core/evidence.ts';
import {
  type CompleteReading,
  filteredPages,
  nextOf,
  readingOf,
  unfilteredPages,
} from '../complete-reading.ts';
import { findingOfItem, knownById } from '../filters/claims.ts';
import { soughtOn } from '../filters/filter.ts';
import { pageWords } from '../query.ts';
import { isCutOff, runsOf, type Sequence, sortedValueOf, unsortedPages } from './sorted.ts';

/** Pages beyond this number, three of each of two listings, are not compared: each has to be rechecked. */
export const mostCompared = 6;

export const cutOff = 'a reading ended before another one did; another rule reports that';

/** Claims that a sort changes neither which records are listed nor how many. */
export function judgeSameRecords(listing: Listing, key: SortKey, judge: RelationJudge): void {
  const unsorted = unsortedPages(listing);
  const reading = readingOf({ pages: unsorted });
  const [wholeRun] = runsOf(reading.pages);
  const isShort = wholeRun !== undefined && isCutOff(wholeRun, listing);
  if (isShort) judge.untested(cutOff);
  const whole = { ...reading, isComplete: reading.isComplete && !isShort };
  for (const page of unfilteredPages(listing)) judgePage(page, unsorted, whole, judge);
  for (const page of filteredPages(listing)) judgeFiltered(page, unsorted, judge);
  for (const run of runsOf(unfilteredPages(listing)))
    if (run.start === 0 && run.isEnd) {
      if (isCutOff(run, { ...listing, beside: [] })) judge.untested(cutOff);
      else if (whole.isComplete) judgeWhole(run, whole, key, judge);
    }
}

/** A page has the total of the listing without a sort, and each record of it once. */
function judgePage(
  page: Page,
  unsorted: readonly Page[],
  whole: CompleteReading,
  judge: RelationJudge,
): void {
  const counted = unsorted.find(({ total, query }) => total !== undefined && query.filter === undefined);
  if (counted && page.total !== undefined)
    judge.claim(counted.total === page.total, () => ({
      expected: `${counted.total} ${judge.nouns.records} in all, as without a sort`,
      saw: `${page.total}`,
      pages: [page, counted],
      fingerprint: 'total',
    }));
  const twice = page.items.find(
    ({ id }, index) => id !== undefined && page.items.findIndex((one) => one.id === id) !== index,
  );
  const isCompared = whole.isComplete && whole.pages.length < mostCompared;
  const other = isCompared
    ? page.items.find(({ id }) => id !== undefined && !knownById(whole).has(id))
    : undefined;
  judge.claim((twice ?? other) === undefined, () => ({
    expected: `each ${judge.nouns.record} that is listed without a sort, once`,
    saw: twice ? `${twice.id} twice on ${pageWords(page.query)}` : `${other?.id} as well`,
    pages: [page, ...(twice ? [] : whole.pages)],
    fingerprint: 'records',
  }));
}

/** A filtered page has what the filter finds without a sort. */
function judgeFiltered(page: Page, unsorted: readonly Page[], judge: RelationJudge): void {
  const same = unsorted.find(({ query }) => isAskedAlike(query, page.query));
  if (!same) return;
  const dueOrder = wholeOrder(same);
  const sought = soughtOn(page);
  if (!dueOrder && sought) {
    const isWrong = (item: Item): boolean => findingOfItem(sought, item) === 'never';
    const wrong = same.items.some(isWrong) ? undefined : page.items.find(isWrong);
    judge.claim(wrong === undefined, () => ({
      expected: `only ${judge.nouns.records} that ${page.query.filter} finds, as without a sort`,
      saw: `${wrong?.id} as well`,
      pages: [page, same],
      fingerprint: 'records',
    }));
  }
  if (!dueOrder) return;
  // Of a page that ends earlier, only what it has more counts.
  const more = page.items.flatMap(({ id }) => (id === undefined || dueOrder.includes(id) ? [] : [id]));
  const saw = wholeOrder(page) ?? [...dueOrder, ...more].toSorted();
  const difference = differ(dueOrder, saw);
  judge.claim(difference === undefined, () => ({
    expected: `the ${judge.nouns.records} that ${page.query.filter} finds without a sort`,
    saw: difference ?? '',
    pages: [page, same],
    fingerprint: 'records',
  }));
}

/** All pages together have the records of the listing without a sort. */
function judgeWhole(sorted: Sequence, whole: CompleteReading, key: SortKey, judge: RelationJudge): void {
  const [first, ...others] = [...pagesWithout(whole.items, sorted, key), ...whole.pages];
  if (!first || sorted.pages.length + whole.pages.length > mostCompared) return;
  const shown = sorted.placed.map(({ item }) => item);
  // One page returns each record, and so do tokens; with offsets, pages may be cut between equal values.
  const isWhole = sorted.pages.length === 1 || isChained(first.query.list);
  const compared = isWhole ? () => true : isDistinctIn(whole.items, key);
  const difference =
    differ(sortedIds(whole.items.filter(compared)), sortedIds(shown.filter(compared))) ??
    (shown.length === whole.items.length ? undefined : `${shown.length} in all`);
  judge.claim(difference === undefined, () => ({
    expected: `the ${judge.nouns.records} that are listed without a sort`,
    saw: difference ?? '',
    pages: [first, ...others],
    fingerprint: 'records',
  }));
}

const sortedIds = (items: readonly Item[]): string[] => items.flatMap(({ id }) => id ?? []).toSorted();

/** Whether a record shares the value that it is sorted by with none of these: only then a sort gives it one place. */
function isDistinctIn(items: readonly Item[], key: SortKey): (item: Item) => boolean {
  const equal = Map.groupBy(items, (item) => sortedValueOf(item, key));
  return (item) => (equal.get(sortedValueOf(item, key))?.length ?? 0) < 2;
}

const isAskedAlike = (one: PageQuery, other: PageQuery): boolean =>
  one.filter === other.filter && one.limit === other.limit && (one.offset ?? 0) === (other.offset ?? 0);

/** The ids on a page that has all matches of its filter, which it shows by room for more, or without a token. */
const wholeOrder = (page: Page): string[] | undefined => {
  const { items, size, next, query } = page;
  const { limit = 0, offset = 0, list } = query;
  const ids = items.flatMap(({ id }) => id ?? []);
  const isEnd = list.outputToken ? next === undefined : size < limit && nextOf(page) === undefined;
  return offset === 0 && isEnd && ids.length === size ? ids.toSorted() : undefined;
};

/** The pages of a sorted reading, first the one that ends or begins where a missing record belongs, or has one again. */
function pagesWithout(whole: readonly Item[], { placed, pages }: Sequence, key: SortKey): readonly Page[] {
  const saw = placed.map(({ item }) => item.id);
  const lost = whole.find(({ id }) => !saw.includes(id));
  const told = placed.findLast(({ item }, index) =>
    lost ? sortedValueOf(item, key) === sortedValueOf(lost, key) : saw.indexOf(item.id) < index,
  );
  return told ? [told.page, ...pages.filter((page) => page !== told.page)] : pages;
}
