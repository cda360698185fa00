// Filters that the specification leaves open: quotes, escapes, several conditions, their total.

import { focusOf } from '../../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import { type FilterField, filterFields, isByPart, isSimple } from '../../../src/contract/list-filters.ts';
import type { Premises } from '../../core/context.ts';
import type { Item } from '../../core/evidence.ts';
import type { CompletedExchange, RunExchange } from '../../core/exchange.ts';
import {
  agreed,
  type ChoiceContext,
  type ChoiceEvidence,
  type Observed,
  type Other,
  observation,
  observations,
  other,
  tried,
} from '../../core/observation.ts';
import { tryReads } from '../../core/read-attempts.ts';
import { isAccepted, outcomeOf, wasAccepted } from '../../core/status.ts';
import { listingRequest, wholeQuery } from '../query.ts';
import {
  collectionsSeen,
  fullestCollection,
  fullestSeen,
  type ListedCollection,
  listedCollections,
  listedSize,
  listRecords,
  pageSeen,
  shownIdsIn,
} from '../read-pages.ts';
import {
  attributesThat,
  bareName,
  filterFor,
  shownValue,
  takes,
  textAttributes,
  unusedValue,
} from './filter.ts';

type SoughtCase = {
  readonly where: ListedCollection;
  readonly id: string;
  readonly shownId: string;
  readonly name: string;
  /** What it has for the attributes that filters look for. */
  readonly values: Item['values'];
};

function soughtRecords(
  { orUntested, contract }: Premises & Pick<ChoiceEvidence, 'contract'>,
  collections: readonly ListedCollection[],
  least: number,
  fits: (name: string) => boolean = isSimple,
): readonly [SoughtCase, ...SoughtCase[]] {
  for (const where of collections) {
    const found = where.page.items.flatMap((item) => soughtOf(where, item));
    const fit = found.filter(
      (one) => fits(one.name) && found.every((other) => other === one || other.name !== one.name),
    );
    const [first, ...others] = fit;
    if (first && fit.length >= least && listedSize(where) > 1) return [first, ...others];
  }
  return orUntested(
    undefined,
    `no collection shows ${focusOf(contract).nouns.records} whose names are fit to be looked for`,
  );
}

const soughtOf = (where: ListedCollection, { id, shownId = '', values }: Item): SoughtCase[] =>
  id === undefined || values.name === undefined ? [] : [{ where, id, shownId, name: values.name, values }];

function tryFilters(
  context: ChoiceContext,
  { where: { collection } }: Pick<SoughtCase, 'where'>,
  filters: Readonly<Record<string, string>>,
): Promise<readonly RunExchange[]> {
  const requests = Object.entries(filters).map(([what, filter]) => [
    what,
    listingRequest(context, collection, { ...wholeQuery, filter }),
  ]);
  return tryReads(context, listingRequest(context, collection, wholeQuery), Object.fromEntries(requests));
}

const foundBy = (seen: ChoiceEvidence, exchange: CompletedExchange): readonly string[] | string =>
  isAccepted(exchange) ? shownIdsIn(seen, exchange) : outcomeOf(exchange);

/** Reads whether a request found the record whose id it is called by. */
const whetherFound =
  <Found extends string, Missed extends string>(yes: Found, no: Missed) =>
  (seen: ChoiceEvidence): Found | Missed | Other => {
    const { what, exchange } = tried(seen);
    const found = foundBy(seen, exchange);
    if (typeof found === 'string') return other(found);
    return found.includes(what) ? yes : no;
  };

const foundIt = 'finds it';

const foundNothing = 'finds nothing';

const isRejectedWord = (words: string): boolean => words.startsWith('rejected');

function findsIt(seen: ChoiceEvidence, { where, id }: SoughtCase, exchange: CompletedExchange): string {
  const found = foundBy(seen, exchange);
  if (typeof found === 'string') return found;
  if (found.length === 0) return foundNothing;
  if (found.length >= where.records.length) return 'ignored';
  return found.includes(id) ? foundIt : 'finds others';
}

function optionFor(words: string): Observed<'filter-unknown-attribute'> {
  if (words === foundNothing) return 'nothing';
  return isRejectedWord(words) ? 'rejected' : other(words);
}

const [inDouble, inSingle] = ['in double quotes', 'in single quotes'];

const special = /[,()"']/;

/** Preferred to quotes: filters consist of these. */
const hardest = /[,()]/;

const writings: Readonly<Record<string, (name: string) => string>> = {
  unescaped: (name) => name,
  'with backslashes': (name) => name.replaceAll(/[\\,()"']/g, '\\$&'),
  'in double quotes': (name) => `"${name}"`,
};

function oddlyNamed(
  premises: Premises & Pick<ChoiceEvidence, 'contract'>,
  collections: readonly ListedCollection[],
): SoughtCase {
  const [first, ...others] = soughtRecords(premises, collections, 1, (name) => special.test(name));
  return [first, ...others].find(({ name }) => hardest.test(name)) ?? first;
}

const equals = (structure: ListStructure): boolean => attributesThat(structure, 'eq').includes('name');

/** The first record with a plain value for a field that is written in letters, if there is one. */
function soughtBy(
  collections: readonly ListedCollection[],
  { key }: FilterField,
  isMeant: (value: string) => boolean,
) {
  for (const where of collections)
    for (const item of where.page.items) {
      const value = shownValue(item, key);
      if (item.id !== undefined && value !== undefined && isSimple(value) && isMeant(value))
        return { where, id: item.id, value };
    }
  return undefined;
}

const hasLetters = (text: string): boolean => inOtherCase(text) !== text;

const inOtherCase = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

const [both, either] = ['what both name', 'what each names'];

export default observations('list', [
  observation('filter-unknown-attribute', {
    gather: async (context) => {
      const [sought] = soughtRecords(context, await listedCollections(context), 1);
      const fields = filterFields(listOf(context.contract));
      const filters = [...new Set(fields.map(({ operator }) => operator))].flatMap((name) => {
        const on = fields.filter(({ operator }) => operator === name).map(({ attribute }) => attribute);
        const attribute = ['name', ...fields.map((one) => one.attribute)].find((one) => !on.includes(one));
        const value = attribute && (attribute === 'id' ? sought.shownId : sought.values[attribute]);
        return value ? [[`${name} by ${attribute}`, `${name}(${attribute},${value})`]] : [];
      });
      if (filters.length > 0) await tryFilters(context, sought, Object.fromEntries(filters));
    },
    read: (seen) => {
      const [sought] = soughtRecords(seen, collectionsSeen(seen), 1);
      return agreed(
        seen.trials().map(({ what, exchange }) => [what, optionFor(findsIt(seen, sought, exchange))]),
      );
    },
  }),
  observation('filter-quotes', {
    gather: async (context) => {
      const [sought] = soughtRecords(context, await listedCollections(context), 1);
      const structure = listOf(context.contract);
      if (!equals(structure)) return;
      await tryFilters(context, sought, {
        [inDouble]: filterFor(structure, 'name', `"${sought.name}"`),
        [inSingle]: filterFor(structure, 'name', `'${sought.name}'`),
      });
    },
    read: (seen) => {
      const [sought] = soughtRecords(seen, collectionsSeen(seen), 1);
      const double = findsIt(seen, sought, tried(seen, inDouble).exchange);
      const single = findsIt(seen, sought, tried(seen, inSingle).exchange);
      if (single === foundNothing && double === foundNothing) return 'literal';
      if (single === foundNothing && double === foundIt) return 'stripped';
      return other(`${inDouble} ${double}, ${inSingle} ${single}`);
    },
  }),
  observation('filter-escape', {
    gather: async (context) => {
      const sought = oddlyNamed(context, await listedCollections(context));
      const structure = listOf(context.contract);
      if (!equals(structure)) return;
      const filters = Object.entries(writings).map(([what, write]) => [
        what,
        filterFor(structure, 'name', write(sought.name)),
      ]);
      await tryFilters(context, sought, Object.fromEntries(filters));
    },
    read: (seen) => {
      const sought = oddlyNamed(seen, collectionsSeen(seen));
      const finding = seen
        .trials()
        .flatMap(({ what, exchange }) => (findsIt(seen, sought, exchange) === foundIt ? [what] : []));
      if (finding.length === 0) return 'none';
      return finding.join() === 'with backslashes' ? 'backslash' : other(finding.join(' or '));
    },
  }),
  observation('filter-joined', {
    gather: async (context) => {
      const [one, another] = soughtRecords(context, await listedCollections(context), 2);
      const structure = listOf(context.contract);
      const other = textAttributes(structure, 'eq').find((key) => key !== 'name');
      if (!equals(structure) || other === undefined) return;
      const join = ({ name }: SoughtCase, { values }: SoughtCase): string =>
        [
          filterFor(structure, 'name', name),
          filterFor(structure, other, values[bareName(other)] ?? unusedValue(other)),
        ].join(':');
      const [joined] = await tryFilters(context, one, { [both]: join(one, one) });
      if (joined && another && wasAccepted(joined))
        await tryFilters(context, one, { [either]: join(one, another) });
    },
    read: (seen) => {
      const [one, another] = soughtRecords(seen, collectionsSeen(seen), 2);
      seen.orUntested(another, `no collection shows two ${seen.nouns.records} fit to be looked for`);
      const same = foundBy(seen, tried(seen, both).exchange);
      if (typeof same === 'string') return isRejectedWord(same) ? 'rejected' : other(same);
      if (String(same) !== one.id) return other(`accepted, but it does not find ${both}`);
      const apart = foundBy(seen, tried(seen, either).exchange);
      if (typeof apart === 'string') return other(apart);
      if (apart.length === 0) return 'and';
      if (apart.length > 1) return other('either condition is enough');
      return other(String(apart) === one.id ? 'only the first counts' : 'only the last counts');
    },
  }),
  observation('filter-letter-case', {
    gather: async (context) => {
      const field = filterFields(listOf(context.contract)).find(isByPart);
      const sought = field && soughtBy(await listedCollections(context), field, hasLetters);
      if (!sought) return;
      const filter = filterFor(listOf(context.contract), field.key, inOtherCase(sought.value));
      await tryFilters(context, sought, { [sought.id]: filter });
    },
    read: whetherFound('ignored', 'distinguished'),
  }),
  observation('filter-ne-absent', {
    gather: async (context) => {
      const collections = await listedCollections(context);
      for (const field of filterFields(listOf(context.contract)).filter(({ means }) => means === 'ne'))
        for (const where of collections) {
          const without = where.page.items.find((item) => shownValue(item, field.key) === undefined);
          const sought = soughtBy([where], field, () => true);
          if (!sought || without?.id === undefined) continue;
          const filter = filterFor(listOf(context.contract), field.key, sought.value);
          return tryFilters(context, sought, { [without.id]: filter });
        }
    },
    read: whetherFound('yes', 'no'),
  }),
  observation('filtered-total', {
    gather: async (context) => {
      const { collection, page } = await fullestCollection(context, 2);
      const id = page.items[0]?.shownId;
      if (id !== undefined && takes(listOf(context.contract), 'id'))
        await listRecords(context, collection, {
          ...wholeQuery,
          filter: filterFor(listOf(context.contract), 'id', id),
        });
    },
    read: (seen) => {
      const fullest = fullestSeen(seen, 2);
      seen.assume(takes(listOf(seen.contract), 'id'), 'no filter looks for ids');
      const id = seen.orUntested(
        fullest.page.items[0]?.shownId,
        `the first ${seen.nouns.record} shows no id`,
      );
      const found = pageSeen(seen, fullest.collection, {
        ...wholeQuery,
        filter: filterFor(listOf(seen.contract), 'id', id),
      });
      seen.assume(found.items.length === 1, `the filter did not find the one ${seen.nouns.record} it names`);
      if (found.total === 1) return 'matching';
      return found.total === listedSize(fullest) ? 'whole' : other('neither number');
    },
  }),
]);
