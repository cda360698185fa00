// Filters of every kind: of values that records have, of values that none has, and of no grammar (§4.3).

import fc from 'fast-check';
import { clauseInFocus } from '../../../src/contract/kind-clauses.ts';
import { isChained, type ListStructure, listOf } from '../../../src/contract/list.ts';
import { filterFields, isByPart } from '../../../src/contract/list-filters.ts';
import { keyOfId } from '../../../src/contract/record.ts';
import type { HttpRequest } from '../../../src/http/exchange.ts';
import { withoutAccents } from '../../../src/words.ts';
import { shareOf, spread } from '../../core/cases.ts';
import { type Context, type ExperimentContext, experiments } from '../../core/context.ts';
import type { Page } from '../../core/evidence.ts';
import { draw, drawFrom, smallestFailing } from '../../core/random-draws.ts';
import { type Collection, keyOfParent, nameOfCollection } from '../../core/target.ts';
import { nearKey } from '../compare-values.ts';
import { followFrom } from '../links/following.ts';
import { listingRequest, numbered, type Query, wholePage, wholeQuery } from '../query.ts';
import { fullestCollection, type ReadCollection, readFirst, readingsOf } from '../read-pages.ts';
import {
  type FoundValue,
  filterOfValue,
  foundValuesOn,
  sendDueFilter,
  sendFilter,
  sendFilterFor,
  sendFilterForNone,
  sendLaterPages,
  sendListFilter,
} from './asking.ts';
import { sendComparisons, sendUnknown } from './comparing.ts';
import {
  type Attribute,
  bareName,
  filterFor,
  isEncodable,
  isSurelyTaken,
  listFilter,
  shownValue,
  takes,
  textAttributes,
  unusedAttributes,
} from './filter.ts';
import {
  canBeMissed,
  hardSigns,
  hiddenFiltersFor,
  hiddenIds,
  misses,
  oddFilters,
  oddWords,
  patterns,
} from './odd-filters.ts';
import { fewValues } from './senses.ts';

/** Other spellings of a filter that clients and form encoders send. */
const filterCodings: readonly ((filter: string) => string)[] = [
  (filter) => filter.replace(',', '%2C'),
  (filter) => filter.replace('(', '%28').replace(')', '%29'),
  (filter) => filter.replace('(', '%28').replace(',', '%2C').replace(')', '%29'),
];

const recodedFilter =
  (coding: (filter: string) => string) =>
  (request: HttpRequest): HttpRequest => ({
    ...request,
    target: request.target.replace(/(?<=[?&]filter=)[^&]*/, (filter) => coding(filter)),
  });

const few = fc.integer({ min: 5, max: 7 });

const plainList = 3;

/** The number of ids in a long list: its address has less than 2,048 characters, which servers still accept. */
const dozens = fc.integer({ min: 36, max: 48 });

/** Parts of what a short list matches: one within, and the last. */
const windows = (found: number): readonly Query[] => [
  { limit: 2, offset: found - 3 },
  { limit: 3, offset: found - 1 },
];

const declinesBy = (list: ListStructure) => ({
  why: `the target declines a list of ids in ${filterFor(list, 'id', '…')}, and takes one at a time`,
});

const otherEnds = (id: string): string[] => [...'0123456789abcdef'].map((digit) => id.slice(0, -1) + digit);

/** The queries of each attribute; servers may treat one without a limit differently. */
const queriesOf = (attribute: Attribute): readonly Query[] =>
  attribute === 'name' ? [wholeQuery, { limit: 1, offset: 0 }] : attribute === 'id' ? [wholeQuery] : [{}];

/** The queries of filters, by turns: a fault may only show if a parameter is absent. */
const queries: readonly Query[] = [{ offset: 0 }, wholeQuery, {}, { limit: wholePage }];

/** Characters in values that a pattern may have forgotten; the last is a length. */
const signs = [/-/, /_/, /\./, /\d/, /^.{64}/];

/** Capitals that a pattern may have forgotten: names begin with one, and other texts rarely have any. */
const capitals = (attribute: Attribute): RegExp => (attribute === 'name' ? /[A-Z].*[A-Z]/ : /[A-Z]/);

const surelyTaken = (pages: readonly Page[], attribute: Attribute): readonly FoundValue[] =>
  foundValuesOn(pages, attribute).filter(({ value }) => isSurelyTaken(value));

const notFirst = ([first]: readonly Page[], finds: readonly FoundValue[]): FoundValue[] =>
  finds.filter(({ item }) => item !== first?.items[0]);

/** How the ids of other collections are sought: each by itself, or in a list of ids. */
const foreignBy = (context: Context, collection: Collection): readonly ('alone' | 'in a list')[] =>
  shareOf(['in a list', 'alone'] as const, context.target.collections, collection, 2);

export default experiments('list', {
  'filter-encodable': {
    shows: 'filters by names that need encoding, also in links',
    run: async (context) => {
      const list = listOf(context.contract);
      if (!takes(list, 'name')) return;
      const shown = (await readingsOf(context)).flatMap(({ collection, pages }) =>
        pages.flatMap((page) =>
          page.items.flatMap(({ values: { name } }) =>
            name !== undefined && isEncodable(name) ? [{ collection, page, name }] : [],
          ),
        ),
      );
      const chosen = Object.values(hardSigns).flatMap(
        (sign) => shown.find(({ name }) => sign.test(name)) ?? [],
      );
      for (const { collection, page, name } of new Set(chosen)) {
        await sendDueFilter(context, collection, filterFor(list, 'name', name), wholeQuery, {
          clause: clauseInFocus(context.contract, 'filter-encodable-served'),
          shownOn: page,
          still: ({ items }) => items.some(({ values }) => values.name === name),
        });
        const folded = withoutAccents(name).replace(/ +/g, ' ');
        // One name with accents is enough; decomposed accents are rare.
        if (folded === name.normalize() || name !== name.normalize()) continue;
        await sendFilter(context, collection, filterFor(list, 'name', folded));
      }
      const linked = new Set(chosen.filter(({ name }) => /[&+]/.test(name)));
      for (const { collection, name } of linked)
        await followFrom(context, collection, { filter: filterFor(list, 'name', name), limit: 1, offset: 0 });
    },
  },
  'filter-encoded': {
    shows: 'filters in other encodings that clients send',
    run: async (context) => {
      const list = listOf(context.contract);
      for (const collection of context.target.collections) {
        const pages = await readFirst(context, collection);
        const finds = textAttributes(list)
          .toReversed()
          .flatMap((attribute) =>
            drawFrom(context.seed, `encoded ${attribute}`, surelyTaken(pages, attribute), 1),
          );
        if (finds.length === 0) continue;
        for (const [index, coding] of filterCodings.entries()) {
          const find = finds[index % finds.length];
          // If the filter is rejected as the specification writes it, another coding shows nothing.
          if (!find || !(await sendFilterFor(context, collection, find))) continue;
          const taking = {
            clause: clauseInFocus(context.contract, 'filter-encoded'),
            what: `an encoded filter for ${find.value}`,
            shownOn: find.page,
          };
          await sendDueFilter(
            context,
            collection,
            filterOfValue(find),
            wholeQuery,
            taking,
            recodedFilter(coding),
          );
        }
        return;
      }
    },
  },
  'filter-wildcard': {
    shows: 'filters by a part of a text with a sign that databases take for any text',
    runFor: async (context, collection) => {
      const list = listOf(context.contract);
      const items = (await readFirst(context, collection)).flatMap((page) => page.items);
      for (const field of filterFields(list).filter(isByPart)) {
        const shown = items.flatMap((item) => shownValue(item, field.key) ?? []);
        const [found] = drawFrom(
          context.seed,
          `wildcard ${field.key} ${nameOfCollection(collection)}`,
          shown.filter((value) => /^[a-z\d].+[a-z\d]$/i.test(value)),
          1,
        );
        if (found === undefined) continue;
        const value = `${found.slice(0, 1)}%${found.slice(-1)}`;
        await sendFilter(context, collection, filterFor(list, field.key, value));
      }
    },
  },
  'filter-foreign': {
    shows: 'filters by records of other collections, of the same parent and of another',
    runFor: async (context, collection) => {
      const list = listOf(context.contract);
      const { collections } = context.target;
      const mine = (await readFirst(context, collection)).flatMap(({ items }) => items);
      const ids = new Set(mine.map(({ id }) => id));
      const others = (await readingsOf(context)).filter((other) => other.collection !== collection);
      const foreignValues = (attribute: Attribute, isNear?: boolean): string[] => {
        const known = new Set(mine.map((item) => nearKey(shownValue(item, attribute) ?? '')));
        return others
          .filter(
            (other) =>
              isNear === undefined || (keyOfParent(other.collection) === keyOfParent(collection)) === isNear,
          )
          .flatMap(({ pages }) => foundValuesOn(pages, attribute))
          .filter(({ item, value }) => !ids.has(item.id) && !known.has(nearKey(value)))
          .map(({ value }) => value);
      };
      const drawn = (attribute: Attribute, isNear?: boolean): string[] =>
        drawFrom(
          context.seed,
          `foreign ${attribute} ${isNear} ${nameOfCollection(collection)}`,
          foreignValues(attribute, isNear),
          1,
        ).map((value) => filterFor(list, attribute, value));
      const alone = collections.filter((one) => foreignBy(context, one).includes('alone'));
      const [isNear] = shareOf([true, false], alone, collection);
      const [id = []] = (alone.includes(collection) ? [drawn('id', isNear), drawn('id')] : []).filter(
        (some) => some.length > 0,
      );
      const names = shareOf(textAttributes(list, 'eq').slice(0, 2), collections, collection, 2);
      for (const filter of [...id, ...names.flatMap((attribute) => drawn(attribute))])
        await sendFilter(context, collection, filter);
    },
  },
  'filter-hidden': {
    shows: 'filters by hidden records',
    runFor: async (context, collection) => {
      // Records that are hidden in no collection are sought in the first one.
      const { hidden: elsewhere = [], collections } = context.target;
      const hidden = [...(collection.hidden ?? []), ...(collection === collections[0] ? elsewhere : [])];
      const [live] = foundValuesOn(await readFirst(context, collection), 'id');
      const times = Math.max(1, Math.floor(context.draws / 10));
      const sought = drawFrom(context.seed, `hidden ${nameOfCollection(collection)}`, hidden, times);
      // Also among live ones, where no list with an id of another collection is sent.
      const isAmong = !foreignBy(context, collection).includes('in a list');
      for (const record of sought)
        for (const filter of hiddenFiltersFor(
          listOf(context.contract),
          record,
          isAmong ? live?.value : undefined,
        ))
          await sendFilter(context, collection, filter);
    },
  },
  'filter-lists': {
    shows: 'filters by a few ids and by dozens, with foreign and hidden ones among them',
    runFor: async (context, collection) => {
      const list = listOf(context.contract);
      const all = foundValuesOn(await readFirst(context, collection), 'id');
      const drawn = (of: string, numberOf: string, numbers: fc.Arbitrary<number>): FoundValue[] => {
        const [count = 0] = draw(context.seed, `how ${numberOf} ${nameOfCollection(collection)}`, numbers, 1);
        return drawFrom(context.seed, `${of} ${nameOfCollection(collection)}`, all, count);
      };
      const short = drawn('few', 'few', few);
      const [one, two] = short;
      if (!one || !two) return;
      // In another order than that of the listing.
      const ids = short.map(({ value }) => value).toSorted();
      const declines = declinesBy(list);
      const isDeclined = await sendListFilter(context, collection, ids, one.page, declines);
      const many = drawn('dozens', 'many', dozens).map(({ value }) => value);
      // If no list is accepted, the rejection of a long one shows nothing.
      const long = many.toReversed();
      if (long.length > ids.length)
        await sendListFilter(context, collection, long, one.page, isDeclined ? declines : undefined);
      const failing = isDeclined || long.length <= ids.length ? ids : long;
      const isFailing = async (count: number): Promise<boolean> =>
        (await context.send(listOfIds(count)).catch(() => undefined))?.page?.size !== count;
      const listOfIds = (count: number): HttpRequest =>
        listingRequest(context, collection, {
          ...wholeQuery,
          filter: listFilter(list, failing.slice(0, count)),
        });
      const shortest = await smallestFailing(
        fc.integer({ min: 2, max: failing.length }),
        failing.length,
        isFailing,
      );
      if (shortest > 2 && shortest < failing.length)
        await sendListFilter(context, collection, failing.slice(0, shortest), one.page);
      const { collections } = context.target;
      // What several ids show, a person sees with three.
      if (collection === collections[0] && ids.length > plainList)
        await sendFilter(context, collection, listFilter(list, ids.slice(0, plainList)));
      if (ids.length > 4)
        for (const window of shareOf(windows(ids.length), collections, collection))
          await sendFilter(context, collection, listFilter(list, ids), window);
      if (!foreignBy(context, collection).includes('in a list')) return;
      const others = collections.filter((other) => other !== collection);
      const known = new Set(all.map(({ item }) => item.id));
      for (const other of others) {
        const foreign = foundValuesOn(await readFirst(context, other), 'id').filter(
          ({ item }) => !known.has(item.id),
        );
        const [found] = drawFrom(context.seed, `stranger ${nameOfCollection(collection)}`, foreign, 1);
        if (!found) continue;
        const mixed = [one.value, found.value, ...hiddenIds(collection).slice(-1), two.value];
        await sendFilter(context, collection, listFilter(list, mixed));
        return;
      }
    },
  },
  'filter-near-misses': {
    shows: 'filters by values that narrowly miss one, and by words that some language converts',
    run: async (context) => {
      const list = listOf(context.contract);
      const anyLetter = fc.constantFrom(...'bcdfghjklmnprstvwz0123456789');
      const letters = draw(context.seed, 'letters', anyLetter, misses.length);
      const readings = await readingsOf(context);
      const attributes = textAttributes(list).filter((key) => key !== 'id');
      const cases = attributes.flatMap((attribute) =>
        [
          ...misses.map((miss, index) => (value: string) => miss(value, letters[index] ?? 'z')),
          ...patterns.map((pattern) => (value: string) => pattern(value, '')),
          ...oddWords.map((word) => () => word),
        ].map((miss, index) => ({ attribute, miss, index })),
      );
      const finds = (attribute: Attribute, { pages }: (typeof readings)[number]): FoundValue[] =>
        foundValuesOn(pages, attribute).filter(({ value }) => canBeMissed(value));
      const planned = spread(
        cases,
        readings,
        (reading, { attribute }) => finds(attribute, reading).length > 1,
      );
      for (const [reading, some] of planned)
        for (const { attribute, miss, index } of some) {
          const [find] = drawFrom(context.seed, `miss ${attribute} ${index}`, finds(attribute, reading), 1);
          if (find)
            await sendFilter(context, reading.collection, filterFor(list, attribute, miss(find.value)));
        }
      const ids = readings.flatMap(({ collection, pages }) =>
        foundValuesOn(pages, 'id').map(({ value }) => ({ collection, value })),
      );
      const known = new Set(ids.map(({ value }) => keyOfId(value)));
      const [one] = drawFrom(context.seed, 'miss id', ids, 1);
      const missed = one && otherEnds(one.value).find((value) => !known.has(keyOfId(value)));
      if (one && missed !== undefined)
        await sendFilter(context, one.collection, filterFor(list, 'id', missed));
    },
  },
  'filter-none': {
    shows: 'filters that match nothing',
    run: async (context) => {
      const filled = (await readingsOf(context)).filter(({ pages: [first] }) => (first?.size ?? 0) > 0);
      // The first requests of a run have sent this to the second collection.
      const second = filled.filter(({ collection }) => collection === context.target.collections[1]);
      const list = listOf(context.contract);
      for (const attribute of unusedAttributes(list))
        for (const query of queriesOf(attribute)) {
          const draw = `nobody ${attribute} ${numbered(context.contract, query).limit}`;
          const isSent = attribute === 'name' && query === wholeQuery && second.length > 0;
          for (const { collection, pages } of isSent ? second : drawFrom(context.seed, draw, filled, 1))
            if (pages[0]) await sendFilterForNone(context, collection, attribute, pages[0], query);
        }
    },
  },
  'filter-unusual': {
    shows: 'filters of no grammar, fragments of SQL, and what a parser might fail on',
    run: async (context) => {
      const list = listOf(context.contract);
      const readings = await readingsOf(context);
      const full = readings.filter(({ pages }) => (pages[0]?.size ?? 0) > 1);
      const able = full.length > 0 ? full : readings;
      const second = textAttributes(list, 'eq').find((key) => key !== 'name');
      const oddOf = (name: string, value: string): string[] =>
        oddFilters(list, name, second === undefined ? undefined : { attribute: bareName(second), value });
      const cases = oddOf('', '').keys();
      for (const [{ collection, pages }, some] of spread([...cases], able))
        for (const index of some) {
          const plainValue = (attribute: Attribute): string | undefined =>
            drawFrom(context.seed, `odd ${index}`, surelyTaken(pages, attribute), 1)[0]?.value;
          const filters = oddOf(plainValue('name') ?? 'Tent', (second && plainValue(second)) ?? 'tent');
          await sendFilter(context, collection, filters[index] ?? '');
        }
    },
  },
  'filter-later-pages': {
    shows: 'the second page of a filter by each field',
    run: async (context) => {
      if (!listOf(context.contract).filter) return;
      const { collection } = await fullestCollection(context, 2);
      await sendLaterPages(context, collection);
    },
  },
  'filter-meanings': {
    shows: 'filters by numbers, instants, parts of text and what else is compared',
    runFor: sendComparisons,
  },
  'filter-unknown': { shows: 'filters by unknown fields and operators', runFor: sendUnknown },
  /** One that is not first, and one of two records, are read in pages as well. */
  'filter-values': {
    shows: 'filters by values that the collection has, of every length and with every sign',
    runFor: async (context, collection) => {
      const readings = await readingsOf(context);
      const pages = await readFirst(context, collection);
      const times = Math.max(1, Math.floor(context.draws / 10));
      const draw = (sort: string, finds: readonly FoundValue[]): FoundValue[] =>
        drawFrom(context.seed, `values ${sort} ${nameOfCollection(collection)}`, finds, times);
      const attributes = textAttributes(listOf(context.contract));
      const signed = signedValues(context, collection, readings).flatMap(({ sort, finds }) =>
        draw(sort, finds),
      );
      // A value with a sign replaces a drawn one, unless it has a space, so that it may be rejected.
      const drawn = attributes
        .filter(
          (attribute) => !signed.some((find) => find.attribute === attribute && isSurelyTaken(find.value)),
        )
        .flatMap((attribute) => draw(attribute, notFirst(pages, surelyTaken(pages, attribute))));
      const last = attributes.flatMap((attribute) => surelyTaken(pages, attribute).slice(-1));
      const names = foundValuesOn(pages, 'name');
      const spaced = names.filter(({ value }) => value.includes(' '));
      const short = names.filter(({ value }) => value.length < 3);
      const finds = [
        ...drawn,
        ...signed,
        ...draw('spaced', spaced),
        ...draw('short', short),
        ...(pages.length > 1 ? last : []),
        ...attributes.flatMap((attribute) => fewFoundValues(foundValuesOn(pages, attribute))),
      ];
      const [behind] = draw('behind', notFirst(pages, finds));
      // With a sign, or with the last value, an offset shows most.
      const placed = [...signed, ...last];
      for (const [index, find] of [...new Set(finds)].entries()) {
        const able = placed.includes(find) ? queries.slice(0, 2) : queries;
        const query = find === behind ? wholeQuery : able[index % able.length];
        await sendFilterFor(context, collection, find, query);
      }
      if (behind) await askForParts(context, collection, behind);
      if (!isChained(listOf(context.contract))) await askForTwins(context, collection, pages);
    },
  },
});

/** Values with each sign, which is sought in one collection, if possible in a value without a space. */
function signedValues(
  { contract }: Context,
  collection: Collection,
  readings: readonly ReadCollection[],
): { readonly sort: string; readonly finds: readonly FoundValue[] }[] {
  const cases = textAttributes(listOf(contract), 'eq').flatMap((attribute) =>
    [...signs, capitals(attribute)].map((sign) => {
      const hasSign = ({ value }: FoundValue): boolean => sign.test(value);
      const hasSurely = (find: FoundValue): boolean => hasSign(find) && isSurelyTaken(find.value);
      const isSure = readings.some(({ pages }) => foundValuesOn(pages, attribute).some(hasSurely));
      const isMeant = isSure ? hasSurely : hasSign;
      return {
        sort: `${attribute} ${sign.source}`,
        findsOn: ({ pages }: ReadCollection) => foundValuesOn(pages, attribute).filter(isMeant),
      };
    }),
  );
  const planned = spread(cases, readings, (reading, { findsOn }) => findsOn(reading).length > 0);
  const own = readings.find((reading) => reading.collection === collection);
  if (!own) return [];
  return (planned.get(own) ?? []).map(({ sort, findsOn }) => ({ sort, finds: findsOn(own) }));
}

/** Asks for a part of what a value matches, and for what is after all. */
async function askForParts(
  context: ExperimentContext,
  collection: Collection,
  find: FoundValue,
): Promise<void> {
  const parts = shareOf(['within', 'after'], context.target.collections, collection, 2);
  await askInPages(
    context,
    collection,
    find,
    parts.includes('within') ? [{ limit: 1, offset: 0 }] : [],
    parts.includes('after') ? { limit: 2, offset: 1 } : undefined,
  );
}

/**
 * Asks for a value that several records share: the first page, the last, and one past the end, which begins with a whole
 * page where pages are numbered.
 */
async function askForTwins(
  context: ExperimentContext,
  collection: Collection,
  pages: readonly Page[],
): Promise<void> {
  const [twin] = textAttributes(listOf(context.contract)).flatMap(
    (attribute) => twinIn(foundValuesOn(pages, attribute)) ?? [],
  );
  if (!twin) return;
  const { value, attribute } = twin;
  const found = foundValuesOn(pages, attribute).filter((one) => one.value === value).length;
  const size = partialSize(found);
  await askInPages(
    context,
    collection,
    twin,
    [0, Math.floor((found - 1) / size) * size].map((offset) => ({ limit: size, offset })),
    { limit: 2, offset: found + (found % 2) },
  );
}

async function askInPages(
  context: ExperimentContext,
  collection: Collection,
  find: FoundValue,
  windows: readonly Query[],
  behindAll?: Query,
): Promise<void> {
  if (!(await sendFilterFor(context, collection, find))) return;
  for (const window of windows) await sendFilterFor(context, collection, find, window);
  if (behindAll) await sendFilter(context, collection, filterOfValue(find), behindAll);
}

/** A size of pages that the last of so many records does not fill, if there is one. */
const partialSize = (count: number): number =>
  count < 3 ? 1 : ([2, 3, 4].find((size) => count % size > 0) ?? 1);

/** One of each value, if many records share few of them. */
function fewFoundValues(finds: readonly FoundValue[]): FoundValue[] {
  const values = [...new Map(finds.map((find) => [find.value, find])).values()];
  return values.length <= fewValues && finds.length > 2 * values.length ? values : [];
}

function twinIn(finds: readonly FoundValue[]): FoundValue | undefined {
  const shared = Map.groupBy(finds, ({ value }) => value);
  return finds.find(({ value }) => (shared.get(value)?.length ?? 0) > 1);
}
