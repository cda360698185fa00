// The records that a collection lists: all that are live, and no others.

import { collectionFields } from '../../../src/contract/collection-fields.ts';
import { focusOf } from '../../../src/contract/contract.ts';
import { filterFields } from '../../../src/contract/list-filters.ts';
import { keyOfId } from '../../../src/contract/record.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import { onceFor } from '../../../src/once.ts';
import { differ, printPath, printValue } from '../../../src/print.ts';
import { numberWords } from '../../../src/words.ts';
import { eachListing, eachPage } from '../../core/claims.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { collectionIn } from '../../core/operation-of.ts';
import { kindRules, mutantsBy } from '../../core/rule.ts';
import { type Collection, idOfRecord, keyOfParent, type Target } from '../../core/target.ts';
import type { Declared } from '../../core/verdict.ts';
import {
  type CompleteReading,
  canBeCompared,
  changeIn,
  closingReadingOf,
  completeReading,
  inOrder,
  itemIdsOf,
  readingOf,
  unfilteredPages,
} from '../complete-reading.ts';
import { knownById } from '../filters/claims.ts';
import { attributesThat, operatorThat, restOf } from '../filters/filter.ts';
import { borrow, foreignRecordWhere, listEverything } from '../filters/mutants.ts';
import { hiddenIds } from '../filters/odd-filters.ts';
import {
  bareRecord,
  changeListing,
  changeRecords,
  filtersBy,
  filtersByList,
  isWholePinned,
  type ListExchange,
  recordsOf,
  relist,
  requestedCollection,
  shorten,
  unfiltered,
  withCollection,
  withRecords,
} from '../mutants.ts';
import { extentOf } from '../pages/extent.ts';
import { boundsOf, pageWords, recordWords } from '../query.ts';
import { hiddenLine, holdsLine } from '../remedies.ts';

const readingsIn = (seen: Pick<Listing, 'pages'>): CompleteReading[] =>
  [readingOf(seen), closingReadingOf(seen)].filter(({ isComplete }) => isComplete);

const liveDifference = (live: readonly string[], { items }: CompleteReading): string | undefined =>
  differ(live.toSorted(), (itemIdsOf(items) ?? []).toSorted());

const isOfReading = ({ query: { filter, limit, offset = 0, bounds } }: Page): boolean =>
  filter === undefined && limit === bounds.largest && offset % bounds.largest === 0;

const hiddenOf = (target: Target, exchange: ListExchange): string[] =>
  hiddenIds(requestedCollection(target, exchange) ?? {});

/** Shows a hidden record of the collection in some filtered listings, as one that matches the filter. */
const reveal = (isMeant: (exchange: ListExchange) => boolean) => ({
  wireFor: (target: Target): Mutant =>
    changeListing((json, exchange) => {
      const { list, filter, size } = exchange;
      const field = filterFields(list).find(({ key }) => filtersBy(exchange, key));
      const values = field ? (restOf(list, field.key, filter) ?? '').split(/[(,)]/) : [];
      const hidden = hiddenOf(target, exchange);
      const sought = values.map((value) => value.toLowerCase());
      const id = field?.means === 'in' ? hidden.find((one) => sought.includes(one)) : hidden[0];
      if (id === undefined || !isMeant(exchange)) return undefined;
      const shown = bareRecord(list, id, field?.means === 'eq' ? [[field.place, values[0] ?? '']] : []);
      // On a page that is full, instead of the last record.
      return withRecords(list, json, [...recordsOf(list, json).slice(0, size - 1), shown]);
    }),
});

const revealAtEnd = (target: Target): Mutant =>
  relist(
    unfiltered(({ whole, ...exchange }) => {
      const [id] = hiddenOf(target, exchange);
      return id !== undefined && whole.length > 1 && [...whole.slice(0, -1), bareRecord(exchange.list, id)];
    }),
  );

const revealByValue = (target: Target): Mutant =>
  changeListing((json, exchange) => {
    const { list, filter } = exchange;
    const field = filterFields(list).find(({ key, means }) => means === 'eq' && filtersBy(exchange, key));
    const value = field && restOf(list, field.key, filter)?.slice(0, -1);
    const record = requestedCollection(target, exchange)?.hidden?.find(
      (one) => field && typeof one !== 'string' && one[field.attribute] === value,
    );
    if (!field || record === undefined || value === undefined) return undefined;
    return withRecords(list, json, [bareRecord(list, idOfRecord(record), [[field.place, value]])]);
  });

const listOtherIfEmpty =
  ({ collections }: Target): Mutant =>
  (next, contract) =>
  (request) => {
    const asked = requestedCollection({ collections }, { collection: collectionIn(contract, request) });
    const empty = asked?.holds?.length === 0 ? asked : undefined;
    const other = collections.find(
      (one) => empty && (one.holds ?? []).length > 0 && keyOfParent(one) === keyOfParent(empty),
    );
    return next(other ? withCollection(contract, request, other) : request);
  };

export default kindRules('list', ['listed records'], {
  'of-collection': {
    title: '{aRecord} has the values by which its collection is named',
    shows: 'live',
    claims: [
      eachPage(({ page, records }, judge) => {
        const { collection } = page;
        if (!collection) return;
        for (const { name, index } of collectionFields(focusOf(judge.contract))) {
          const value = collection.values[index] ?? '';
          for (const record of records) {
            const shown = record[name] ?? undefined;
            if (shown === undefined) continue;
            judge.claim(keyOfId(String(shown)) === keyOfId(value), () => ({
              expected: `only ${judge.nouns.records} whose ${name} is ${value}, as the request says`,
              saw: `${judge.nouns.aRecord} whose ${name} is ${printValue(shown)}`,
              shown: [page.exchange],
            }));
          }
        }
      }),
    ],
    mutants: {
      'the first {record} of a page is one of another collection': (next, contract) =>
        changeRecords(({ record, index }) => {
          const [name] = collectionFields(focusOf(contract)).map((field) => field.name);
          const value = name === undefined ? undefined : record[name];
          if (index > 0 || name === undefined || value === undefined) return false;
          return { ...record, [name]: typeof value === 'number' ? value + 1 : `other${String(value)}` };
        })(next, contract),
    },
  },
  'hidden-never-shown': {
    title: '{aRecord} that the target file lists as hidden is never listed',
    shows: 'live',
    claims: [
      eachPage(({ page, place }, judge) => {
        if (!page.collection) return;
        const hidden = hiddenFrom(judge.target).get(page.collection) ?? new Set();
        if (hidden.size === 0)
          return judge.untested(`no hidden ${judge.nouns.record} is known`, hiddenLine(judge));
        for (const [index, { id }] of page.items.entries())
          if (id !== undefined)
            judge.claim(!hidden.has(id), () => ({
              expected: `only live ${judge.nouns.records}`,
              saw: `the hidden ${judge.nouns.record} ${id} as ${printPath(place)}[${index}]`,
              declared: { list: 'hidden', id },
              shown: [page.exchange],
            }));
      }),
    ],
    mutants: {
      ...mutantsBy(reveal, {
        'a hidden {record} is shown when its id is asked for with another': filtersByList,
        'a hidden {record} is shown when it is asked for by id': (page) => filtersBy(page, 'id'),
        'a hidden {record} is shown under a filter by name': (page) => filtersBy(page, 'name'),
        'a hidden {record} is shown under a fragment of SQL': (page) => filtersBy(page, 'name', /' OR /i),
        'a hidden {record} is shown behind an offset into a filtered listing': ({ filter, offset }) =>
          filter !== undefined && offset > 0,
      }),
      'a hidden {record} is shown when it is asked for by its own value': { wireFor: revealByValue },
      'a hidden {record} replaces the last {record}': { wireFor: revealAtEnd },
    },
  },
  holds: {
    title: 'the pages of a collection list exactly the {records} that it `holds`',
    shows: 'live',
    claims: [
      eachListing('records', (listing, judge) => {
        const { largest, farthest } = boundsOf(judge.contract);
        const kind = `with 1 to ${numberWords(farthest)} ${judge.nouns.records}`;
        const live = listing.holds;
        if (!live && (listing.collection.holds || listing.created.size > 0))
          return judge.untested(`this run created ${judge.nouns.records} in each collection`);
        if (!live) return judge.untested('no collection declares what it holds', holdsLine(judge, kind));
        // One reading with exactly the live records is enough: if others differ, the listing changed.
        const all = { pages: inOrder([...listing.pages, ...listing.excluded]) };
        const exact = readingsIn(all).find((whole) => liveDifference(live, whole) === undefined);
        // If a page of a reading has too few records, another rule reports that.
        const extent = extentOf(unfilteredPages(listing), live.length);
        const readings = readingsIn(listing).filter(({ items }) => items.length === extent?.count);
        const isEmpty = live.length === 0 && unfilteredPages(listing).every(({ size }) => size === 0);
        if (live.length > farthest || isEmpty)
          return judge.untested(`no collection ${kind} is known`, holdsLine(judge, kind));
        const change = exact ? undefined : changeIn(listing);
        if (change !== undefined) return judge.inconclusive(change);
        const isLive = new Set(live);
        const unexpected = unfilteredPages(listing).flatMap((page) => {
          const record = page.items.find(({ id }) => id !== undefined && !isLive.has(id));
          return record && !exact ? [{ page, id: record.id }] : [];
        });
        for (const { page, id } of unexpected)
          judge.claim(false, () => ({
            expected: `${pageWords(page.query)} returns only ${judge.nouns.records} that \`holds\` of the target file names`,
            saw: `${id}`,
            declared: { list: 'holds' },
            pages: [page],
            fingerprint: 'records',
          }));
        const whole = exact ?? readings.find(canBeCompared);
        const [first, ...others] = whole?.pages ?? [];
        if (!whole || !first)
          return judge.untested(`no reading of all pages returned every ${judge.nouns.record} once`);
        if (unexpected.length > 0) return;
        judge.claim(whole === exact, () => ({
          expected: `the pages of ${largest} contain exactly the ${recordWords(judge.nouns, live.length)} that \`holds\` of the target file names`,
          saw: liveDifference(live, whole) ?? '',
          declared: { list: 'holds', ...missingId(live, whole) },
          pages: [first, ...others],
          fingerprint: 'records',
        }));
      }),
    ],
    mutants: {
      ...mutantsBy(shorten, {
        'the newest live {record} of a short collection is not listed yet': ({ whole }) =>
          whole.length < 50 && whole.slice(0, -1),
        'a long collection ends at a hundred, and its total is a hundred': (exchange) =>
          !isWholePinned(exchange) && exchange.whole.slice(0, exchange.largest),
        'on a long collection with a fixed order, the {record} on the page border is lost': (exchange) =>
          exchange.whole.length > exchange.largest &&
          isWholePinned(exchange) &&
          exchange.whole.toSpliced(exchange.largest, 1),
      }),
      '{aRecord} of no collection replaces the last {record}': relist(
        unfiltered(
          ({ whole, list }) =>
            whole.length > 1 && [
              ...whole.slice(0, -1),
              bareRecord(list, 'a55a0000-0000-4000-8000-000000000001'),
            ],
        ),
      ),
      'an empty collection lists the {records} of another collection': { wireFor: listOtherIfEmpty },
    },
  },
  'own-records-only': {
    title: 'a page contains only {records} of the complete listing of its collection',
    shows: 'live',
    claims: [
      eachListing('records', (listing, judge) => {
        const reading = completeReading(listing);
        if (!reading)
          return judge.untested(`no collection has pages with the ids of all its ${judge.nouns.records}`);
        const readIds = new Set(
          listing.pages.filter(isOfReading).flatMap(({ items }) => items.map(({ id }) => id)),
        );
        for (const page of listing.pages.filter((one) => !isOfReading(one))) {
          const { filter } = page.query;
          // If the listing changes, what any page without a filter shows is of the collection, too.
          const own = filter === undefined ? readIds : knownById(listing);
          const foreign = page.items.find(({ id }) => id !== undefined && !own.has(id));
          // An empty page of an empty collection shows nothing.
          if (page.size === 0 && reading.items.length === 0) continue;
          judge.claim(foreign === undefined, () => ({
            expected: `only ${judge.nouns.records} of the collection${filter === undefined ? '' : ` under ${filter}`}, whose complete listing contains ${reading.items.length}`,
            saw: `the ${judge.nouns.record} ${foreign?.id}, which is not among them`,
            pages: [page, ...reading.pages],
            fingerprint: 'records',
          }));
        }
      }),
    ],
    mutants: {
      ...mutantsBy(borrow, {
        'a filter by id looks in every collection': (page) => filtersBy(page, 'id'),
        'a filter by name looks in every collection': (page) => filtersBy(page, 'name'),
        'a filter by another attribute looks in every collection': (page) =>
          attributesThat(page.list).some((key) => !['id', 'name'].includes(key) && filtersBy(page, key)),
      }),
      ...mutantsBy(foreignRecordWhere, {
        'a list of ids returns {records} of other collections, too': (page, id) =>
          filtersByList(page) && page.filter?.includes(id) === true,
        "a part of a collection ends in another collection's {record}": ({ filter, size, offset }) =>
          filter === undefined && offset > 0 && size < 10,
      }),
      ...mutantsBy(listEverything, {
        'a fragment of SQL returns the {records} of every collection': ({ filter }) => /' OR /i.test(filter),
        'several conditions in one filter return the {records} of every collection': ({ filter }) =>
          /\).*\(/.test(filter),
        'a filter by another attribute returns the {records} of every collection': ({ filter, list }) => {
          const [, operator, attribute = ''] = /^(\w+)\((\w+),[^()]*\)$/.exec(filter) ?? [];
          const on = filterFields(list).filter((field) => field.operator === operator);
          return operator === operatorThat(list, 'eq') && !on.some((field) => field.attribute === attribute);
        },
      }),
    },
  },
});

const missingId = (live: readonly string[], { items }: CompleteReading): Pick<Declared, 'id'> => {
  const id = live.find((one) => items.every((item) => item.id !== one));
  return id === undefined ? {} : { id };
};

/**
 * Ids that no page of each collection must list. A record that is hidden in one collection is hidden in all with the
 * same parent, unless they declare that they hold it; others may have been published at another time.
 */
const hiddenFrom = onceFor(
  ({ collections, hidden: everywhere = [] }: Target): ReadonlyMap<Collection, ReadonlySet<string>> =>
    new Map(
      collections.map((collection) => {
        const listed = new Set([...(collection.holds ?? []), ...(collection.order ?? [])]);
        const siblings = [
          { hidden: everywhere },
          ...collections.filter((one) => keyOfParent(one) === keyOfParent(collection)),
        ];
        const hidden = siblings.flatMap(hiddenIds).filter((id) => !listed.has(id));
        return [collection, new Set([...hiddenIds(collection), ...hidden])];
      }),
    ),
);
