// The order of sorted listings, and of those whose order the contract states.

import type { Contract } from '../../../src/contract/contract.ts';
import { isChained, listOf } from '../../../src/contract/list.ts';
import { filterFields } from '../../../src/contract/list-filters.ts';
import { type SortKey, sortClause, sortParameters, writeSort } from '../../../src/contract/list-sorts.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import type { Claim, RelationJudge } from '../../core/claim.ts';
import { eachListing } from '../../core/claims.ts';
import type { Item, Listing, Page } from '../../core/evidence.ts';
import { attempts } from '../../core/judge-attempts.ts';
import { readsRejected } from '../../core/read-attempts.ts';
import { type KindRows, kindRules, mutantsBy, type RuleRow } from '../../core/rule.ts';
import { isTime, lacksValue, looseKey, valueKind } from '../compare-values.ts';
import { unfilteredPages } from '../complete-reading.ts';
import { soughtOn } from '../filters/filter.ts';
import { ignoreFilter, wordsFor } from '../filters/mutants.ts';
import {
  type Arrange,
  changeRecords,
  filtersBy,
  type ListExchange,
  misread,
  relist,
  respondWith,
  shuffled,
} from '../mutants.ts';
import { pageWords } from '../query.ts';
import { needs } from '../remedies.ts';
import { claimLaterPages, insteadOf } from '../requests/served.ts';
import { arrangeTies, forgiveSort, sortedBy, sortedByPage, sortedOnly, sortOn, swapLast } from './mutants.ts';
import { cutOff, judgeSameRecords, mostCompared } from './same-records.ts';
import {
  createOrderJudge,
  isCutOff,
  type Misplaced,
  misplacedPages,
  type Placed,
  reversedPages,
  runsOf,
  type Sequence,
  sortedValueOf,
  sortKeyIn,
  sortWords,
  tellingKey,
} from './sorted.ts';

/** A claim about each listing that is sorted by a sortable. */
const eachSorted = (
  contract: Contract,
  stage: 'records' | 'places',
  judge: (listing: Listing, key: SortKey, judge: RelationJudge) => void,
): Claim => {
  const list = listOf(contract);
  const [parameter] = list.sort ? sortParameters(list.sort) : [];
  return eachListing(
    stage,
    (listing, judging) => {
      const key = sortKeyIn(list, listing.further);
      if (key) judge(listing, key, judging);
    },
    parameter,
  );
};

/** A value that is sorted by, as JSON has it. */
function shownValue(item: Item, key: SortKey): string {
  const text = sortedValueOf(item, key);
  if (text === undefined) return 'absent';
  return ['number', 'boolean'].includes(valueKind(key.schema)) ? text : JSON.stringify(text);
}

/** The values of two neighbours that are not in order, and those before that they share. */
function misplacedWords(keys: readonly SortKey[], { before, after, key }: Misplaced): string {
  const [one, other] = [before, after].map(({ item }) => shownValue(item, key));
  const shared = keys
    .slice(0, keys.indexOf(key))
    .map((equal) => `${equal.attribute} ${shownValue(after.item, equal)}`);
  const ofBoth = shared.length === 0 ? '' : `, both with ${shared.join(' and ')}`;
  return `${shared.length === 0 ? '' : `${key.attribute} `}${one} before ${other}${ofBoth}`;
}

/**
 * Whether two neighbours are on one page also without the records that the run created: these are deleted at its end, and
 * all that follows moves up.
 */
const stayNeighbours = ({ created }: Listing, before: Placed, after: Placed): boolean =>
  created.size === 0 ||
  (before.page === after.page &&
    after.page.query.offset === 0 &&
    [before, after].every(({ item: { id } }) => id !== undefined && !created.has(id)));

/** Claims that the neighbours on the pages of a listing are in the order of some keys. */
function judgeOrder(keys: readonly SortKey[], listing: Listing, judge: RelationJudge): void {
  const runs = runsOf(listing.pages);
  // The smallest pages show most plainly what is wrong.
  const neighbours = runs
    .toSorted((one, other) => one.placed.length - other.placed.length)
    .flatMap(({ placed }) =>
      placed.flatMap((after, index) => {
        const before = placed[index - 1];
        return before && tellingKey(keys, before, after) ? [{ before, after }] : [];
      }),
    );
  const [first] = neighbours;
  if (!first) {
    const words = keys.map(({ attribute }) => attribute).join(' and ');
    judge.untested(
      `no listing that was sorted by ${words} shows two ${judge.nouns.records} that differ in it`,
    );
    return;
  }
  const texts = runs.flatMap(({ placed }) =>
    placed.flatMap(({ item }) => keys.flatMap((key) => sortedValueOf(item, key) ?? [])),
  );
  const misplacedIn = createOrderJudge(keys, texts);
  let misplaced: Misplaced | undefined;
  let isTemporary = false;
  for (const { before, after } of neighbours) {
    const found = misplacedIn(before, after);
    if (!found) continue;
    isTemporary = !stayNeighbours(listing, before, after);
    misplaced = isTemporary ? (misplaced ?? found) : found;
    if (!isTemporary) break;
  }
  judge.claim(misplaced === undefined, () => ({
    expected: `${judge.nouns.records} sorted by ${keys.map(sortWords).join(', then ')}`,
    saw: misplaced ? misplacedWords(keys, misplaced) : '',
    pages: misplacedPages(misplaced ?? first),
    // On one page, records in no order are another order each time.
    ...(misplaced?.before.page === misplaced?.after.page ? { fingerprint: 'records' as const } : {}),
    ...(isTemporary ? { isTemporary } : {}),
  }));
}

/** Claims that records without the key are at one end of the listing. */
function judgeAbsent(key: SortKey, runs: readonly Sequence[], judge: RelationJudge): void {
  let end: { readonly isFirst: boolean; readonly pages: readonly Page[] } | undefined;
  for (const { placed, start } of runs)
    for (const [index, after] of placed.entries()) {
      const before = placed[index - 1];
      if (!before) continue;
      const [isAbsent, isAbsentAfter] = [before, after].map(
        ({ item }) => sortedValueOf(item, key) === undefined,
      );
      if (isAbsent === isAbsentAfter) continue;
      const known = end;
      const isFirst = isAbsent === true;
      const holds = known === undefined || known.isFirst === isFirst;
      const others = holds ? [] : (known?.pages ?? []);
      judge.claim(holds, () => ({
        expected: `the ${judge.nouns.records} without ${key.attribute} at one end of a listing that is sorted by it`,
        saw: `one without it between two that have it, near offset ${start + index}`,
        pages: [...misplacedPages({ before, after }), ...others] as [Page, ...Page[]],
      }));
      if (!holds) return;
      end = { isFirst, pages: misplacedPages({ before, after }) };
    }
}

const keysOf = (placed: readonly Placed[], key: SortKey): string[] =>
  placed.flatMap(({ item }) => sortedValueOf(item, key) ?? []);

const uniquePages = (placed: readonly Placed[]): Page[] => [...new Set(placed.map(({ page }) => page))];

/** The rule that listings are in the order of an attribute. */
function sortRow(attribute: string, contract: Contract): RuleRow {
  const { sort } = listOf(contract);
  const isMeant = (asked: SortKey | undefined): asked is SortKey => asked?.attribute === attribute;
  const by =
    (
      arrange: (
        whole: readonly JsonObject[],
        asked: SortKey,
        exchange: ListExchange,
      ) => readonly JsonObject[],
    ): Arrange =>
    ({ whole, ...exchange }) => {
      const asked = sortOn(exchange);
      return isMeant(asked) && arrange(whole, asked, exchange);
    };
  const ascending = sort && writeSort(sort, { attribute, isDescending: false });
  return {
    title: `a listing that is sorted by ${attribute} is in that order`,
    topic: ['order', 'order'],
    shows: 'order',
    claims: [
      eachSorted(contract, 'records', (listing, asked, judge) => {
        if (isMeant(asked)) judgeOrder([asked], listing, judge);
      }),
    ],
    mutants: {
      [`a sort by ${attribute} is ignored`]: misread(
        (query) => isMeant(sortOn(query)) && { further: new URLSearchParams() },
      ),
      ...mutantsBy(relist, {
        [`a sort by ${attribute} leaves the last two in the wrong order`]: by(swapLast),
        [`a sort by ${attribute} orders each page by itself`]: by(sortedByPage),
        ...(valueKind(sort?.sortables.get(attribute)?.schema) === 'number'
          ? {
              [`a sort by ${attribute} compares numbers as text`]: by((whole, asked) =>
                sortedBy(whole, asked, (value) => String(value ?? '')),
              ),
            }
          : {}),
      }),
      ...(ascending && sort.keys.some((one) => isMeant(one) && one.isDescending)
        ? {
            [`a descending sort by ${attribute} is ascending`]: misread((query) => {
              const asked = sortOn(query);
              const further = new URLSearchParams(Object.fromEntries(ascending));
              return isMeant(asked) && asked.isDescending && { further };
            }),
          }
        : {}),
    },
  };
}

const rows = (_operation: OperationId, contract: Contract): KindRows => ({
  ...Object.fromEntries(
    [...(listOf(contract).sort?.sortables.keys() ?? [])].map((attribute) => [
      sortClause(attribute),
      () => sortRow(attribute, contract),
    ]),
  ),
  'sort-served': {
    topic: ['order'],
    title: 'a sort by each sortable attribute is accepted',
    claims: [
      attempts,
      eachSorted(contract, 'records', (listing, _key, judge) =>
        claimLaterPages(listing, judge, ({ query }) => query.filter === undefined),
      ),
      eachSorted(contract, 'records', (listing, key, judge) => {
        for (const page of listing.unserved) {
          const { query, exchange } = page;
          const alone = listing.beside?.find((one) => one.query.filter === query.filter);
          if (soughtOn(page) === undefined || exchange.response.status < 500 || !alone) continue;
          judge.claim(false, () => ({
            expected: `no 5xx status for ${pageWords(query)}: the filter is served without the sort by ${key.attribute}`,
            saw: insteadOf(exchange),
            pages: [page, alone],
            fingerprint: 'records',
          }));
        }
      }),
    ],
    mutants: {
      'a descending sort is rejected': respondWith(400)((query) => sortOn(query)?.isDescending === true),
      'the second page of a sort crashes the server': respondWith(500)(
        (query) => sortOn(query) !== undefined && query.offset > 0 && query.shown > 0,
      ),
      ...(filterFields(listOf(contract)).length > 0
        ? {
            'a sort under a filter crashes the server': respondWith(500)(
              (query) => sortOn(query) !== undefined && query.filter !== undefined,
            ),
          }
        : {}),
    },
  },
  'sort-absent': {
    title: 'records without the value that they are sorted by are at one end',
    claims: [
      eachSorted(contract, 'records', (listing, key, judge) =>
        judgeAbsent(key, runsOf(listing.pages), judge),
      ),
      needs(({ records }) => `${records} of which some have no value that they are sorted by`),
    ],
    mutants: mutantsBy(relist, {
      'records without the value are between others': sortedOnly(({ whole, key }) => {
        const [without, others] = [
          whole.filter((one) => lacksValue(one, key)),
          whole.filter((one) => !lacksValue(one, key)),
        ];
        return (
          without.length > 0 && others.length > 1 && [...others.slice(0, 1), ...without, ...others.slice(1)]
        );
      }),
    }),
  },
  'sort-descending': {
    title: 'a descending sort has the values of the ascending one reversed',
    claims: [
      eachSorted(contract, 'places', (listing, key, judge) => {
        if (!key.isDescending) return;
        const schema = key.schema;
        const isUnfiltered = ({ filter }: Sequence): boolean => filter === undefined;
        const head = runsOf(listing.pages).find((run) => isUnfiltered(run) && run.start === 0);
        const tail = runsOf(reversedPages(listing, key)).find((run) => isUnfiltered(run) && run.isEnd);
        if (!head || !tail) return;
        if ([head, tail].some((run) => isCutOff(run, listing))) return judge.untested(cutOff);
        const isWhole = head.isEnd && tail.start === 0;
        const [saw, wanted] = [keysOf(head.placed, key), keysOf(tail.placed, key).toReversed()];
        // Records without a value may be at either end, in both directions.
        if (!isWhole && (saw.length < head.placed.length || wanted.length < tail.placed.length)) return;
        const count = Math.min(saw.length, wanted.length);
        const pages = [...uniquePages(head.placed), ...uniquePages(tail.placed)];
        const [first, ...others] = pages;
        if (!first || count < 2 || pages.length > mostCompared) return;
        const different = saw.findIndex(
          (one, index) => index < count && looseKey(schema, one) !== looseKey(schema, wanted[index] ?? ''),
        );
        judge.claim(different < 0 && (!isWhole || saw.length === wanted.length), () => ({
          expected: `the values of ${key.attribute} in the order of the ascending sort, reversed`,
          saw:
            different < 0
              ? `${saw.length} values instead of ${wanted.length}`
              : `${JSON.stringify(saw[different])} instead of ${JSON.stringify(wanted[different])}`,
          pages: [first, ...others],
        }));
      }),
      needs(({ records }) => `two ${records} that differ in what they are sorted by`),
    ],
    mutants: mutantsBy(relist, {
      'a descending sort leaves out the greatest value': sortedOnly(
        ({ whole, key }) => key.isDescending && [...whole.slice(1), ...whole.slice(-1)],
      ),
    }),
  },
  'sort-same-records': {
    title: 'a sort changes neither which records are listed nor how many',
    claims: [eachSorted(contract, 'records', judgeSameRecords), needs(({ records }) => `two ${records}`)],
    mutants: {
      ...Object.fromEntries(
        filterFields(listOf(contract)).map(({ key }) => [
          `under a sort ${wordsFor(key)} is ignored`,
          ignoreFilter((query) => sortOn(query) !== undefined && filtersBy(query, key)),
        ]),
      ),
      ...mutantsBy(relist, {
        'a sort leaves out the last record': sortedOnly(
          ({ whole }) => whole.length > 1 && whole.slice(0, -1),
        ),
        'a sort lists the first record twice': sortedOnly(
          ({ whole }) => whole.length > 1 && [...whole.slice(0, 1), ...whole.slice(0, -1)],
        ),
        'a sort leaves out records without the value': sortedOnly(
          ({ whole, key }) =>
            whole.some((one) => lacksValue(one, key)) && whole.filter((one) => !lacksValue(one, key)),
        ),
      }),
      ...(isChained(listOf(contract))
        ? {
            'under a sort, the page of a token leaves out its first record': changeRecords(
              (exchange) =>
                sortOn(exchange) !== undefined && exchange.offset > 0 && exchange.index === 0 && null,
            ),
          }
        : {}),
    },
  },
  'sort-ties': {
    title: 'records with equal values keep their order over pages',
    claims: [
      eachSorted(contract, 'places', (listing, key, judge) => {
        const runs = runsOf(unfilteredPages(listing));
        const [whole] = runs
          .filter(({ start }) => start === 0)
          .toSorted((one, other) => other.placed.length - one.placed.length);
        for (const run of runs) {
          if (!whole || run === whole) continue;
          for (const [index, { item, page }] of run.placed.entries()) {
            const same = whole.placed[run.start + index];
            // A different value is a matter of order, or of pages.
            if (!same || sortedValueOf(same.item, key) !== sortedValueOf(item, key)) continue;
            if (item.id === undefined || same.item.id === undefined) continue;
            judge.claim(same.item.id === item.id, () => ({
              expected: `${judge.nouns.records} with one ${key.attribute} in the same order on pages of every size`,
              saw: `${item.id} instead of ${same.item.id} at offset ${run.start + index}; a client that reads page by page may miss one and get another twice`,
              pages: [page, same.page],
              toBlame: 0,
              // Equal values may be in another order at each request; only records that come and go excuse that.
              fingerprint: 'total',
            }));
          }
        }
      }),
      needs(({ records }) => `several ${records} that share what they are sorted by`),
    ],
    mutants: {
      'records with equal values are in another order at each request': (next, contract) => {
        let asked = 0;
        const arrange = sortedOnly(({ whole, key }) => {
          asked += 1;
          return arrangeTies(whole, key, (ties) => shuffled(ties, asked));
        });
        return relist(arrange)(next, contract);
      },
      ...mutantsBy(relist, {
        'records with equal values are in another order on small pages': sortedOnly(
          ({ whole, key, size, shown }) =>
            size < whole.length &&
            shown < whole.length &&
            arrangeTies(whole, key, (ties) => ties.toReversed()),
        ),
      }),
    },
  },
  'sort-unknown': {
    topic: ['rejections', 'parameters'],
    title: 'a sort by an attribute that is no sortable is rejected',
    claims: [readsRejected],
    mutants: { 'a sort by an unknown attribute is ignored': forgiveSort },
  },
  'order-stated': {
    title: 'a listing is in the order that the contract states',
    shows: 'order',
    claims: [
      eachListing('records', (listing, judge) => {
        const list = listOf(contract);
        if (list.order) judgeOrder(list.order, listing, judge);
      }),
    ],
    mutants: mutantsBy(relist, {
      'a listing without a sort is reversed': ({ whole, ...query }) =>
        sortOn(query) === undefined && whole.toReversed(),
      'a listing without a sort ends with its first record': ({ whole, ...query }) =>
        sortOn(query) === undefined && whole.length > 1 && [...whole.slice(1), ...whole.slice(0, 1)],
      ...((listOf(contract).order?.length ?? 0) < 2 || isTime(listOf(contract).order?.[0]?.schema)
        ? {}
        : {
            'records with equal values of the first key are in reverse order': ({ whole, ...query }) => {
              const [first] = query.list.order ?? [];
              return (
                first !== undefined &&
                sortOn(query) === undefined &&
                arrangeTies(whole, first, (ties) => ties.toReversed())
              );
            },
          }),
    }),
  },
});

export default kindRules('list', ['order', 'order'], rows);
