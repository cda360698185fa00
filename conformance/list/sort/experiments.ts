// Sorted listings: by each sortable in each direction, as a whole or at both ends, and cut where values are equal.

import { focusOf } from '../../../src/contract/contract.ts';
import { clauseInFocus } from '../../../src/contract/kind-clauses.ts';
import { isChained, listOf } from '../../../src/contract/list.ts';
import { type SortKey, writeSort } from '../../../src/contract/list-sorts.ts';
import { type ExperimentContext, experiments } from '../../core/context.ts';
import { drawFrom } from '../../core/random-draws.ts';
import { attemptReads, reportRead } from '../../core/read-attempts.ts';
import { wasAccepted } from '../../core/status.ts';
import { type Collection, nameOfCollection } from '../../core/target.ts';
import { dividingFilters } from '../filters/asking.ts';
import { followFrom } from '../links/following.ts';
import { outerPages } from '../pages/page-sizes.ts';
import { boundsOf, furtherOf, listingRequest, type Query, wholeQuery } from '../query.ts';
import { fullestCollection, listRecords, readAllPages, readFirst, smallestPage } from '../read-pages.ts';
import { isInOrder, sortedValueOf } from './sorted.ts';

/** The most pages of a sort that are read one after the other in a small size. */
const mostChained = 8;

/** The least number of sorts that are tried under a filter. */
const leastFiltered = 2;

type TriedSort = { readonly key: SortKey; readonly further: string };

/** Each sortable in each direction that can be asked for, with the parameters that ask for it. */
export function sortsOf(context: ExperimentContext): TriedSort[] {
  const { sort } = listOf(context.contract);
  if (!sort) return [];
  return sort.keys.map((key) => ({ key, further: furtherOf(writeSort(sort, key) ?? []) }));
}

async function readSorted(
  context: ExperimentContext,
  collection: Collection,
  { key, further }: TriedSort,
): Promise<void> {
  const [first] = await readFirst(context, collection);
  const { contract } = context;
  const { largest: size, farthest } = boundsOf(contract);
  if (!first || first.size < 2) return;
  const request = listingRequest(context, collection, { limit: size, offset: 0, further });
  const exchange = await context.exchange({ ...request, isDue: true });
  await reportRead(
    context,
    {
      operation: focusOf(contract).id,
      clause: clauseInFocus(contract, 'sort-served'),
      what: `a sort by ${key.attribute}`,
      exchange,
      before: first.exchange,
    },
    () => true,
  );
  if (!wasAccepted(exchange)) return;
  const { page } = await listRecords(context, collection, { limit: size, offset: 0, further });
  await smallestPage(
    context,
    collection,
    { limit: size, offset: 0, further },
    (shown) => !isInOrder(shown, key),
  );
  for (const offset of outerPages(Math.min(first.total ?? first.size, farthest + 1), size).slice(1))
    await listRecords(context, collection, { limit: size, offset, further });
  // Pages that end between two records with equal values, near the middle if there are several.
  const middle = Math.max(1, Math.floor(page.size / 2));
  const ties = page.items.flatMap((item, index) => {
    const before = page.items[index - 1];
    return before && sortedValueOf(item, key) === sortedValueOf(before, key) ? [index] : [];
  });
  const [limit = middle] = ties.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  if (isChained(page.query.list)) await readAllPages(context, collection, limit, { further }, mostChained);
  else
    for (const offset of [0, limit])
      if (limit < page.size) await listRecords(context, collection, { limit, offset, further });
}

export default experiments('list', {
  'sort-pages': {
    shows: 'every sort in both directions, as a whole and at both ends, and a sort under each filter',
    run: async (context) => {
      const sorts = sortsOf(context);
      if (sorts.length === 0) return;
      const { collection } = await fullestCollection(context, 2);
      for (const sort of sorts) await readSorted(context, collection, sort);
      const [first] = await readFirst(context, collection);
      const filters = first ? dividingFilters(first.query.list, first.items) : [];
      for (const { filter } of filters) {
        await context.exchange(listingRequest(context, collection, { ...wholeQuery, filter }));
        const name = `sorts under ${filter} ${nameOfCollection(collection)}`;
        for (const { further } of drawFrom(
          context.seed,
          name,
          sorts,
          Math.ceil(leastFiltered / filters.length),
        ))
          await context.exchange(listingRequest(context, collection, { ...wholeQuery, filter, further }));
      }
      const part: Query = { limit: 2, offset: 2 };
      for (const [attribute, some] of Map.groupBy(sorts, ({ key }) => key.attribute))
        for (const { further } of drawFrom(context.seed, `links of a sort by ${attribute}`, some, 1))
          await followFrom(context, collection, { ...part, further });
    },
  },
  'sort-unknown': {
    shows: 'a sort by an unknown field',
    run: async (context) => {
      const { contract } = context;
      const { sort } = listOf(contract);
      if (!sort) return;
      const { collection } = await fullestCollection(context, 0);
      const small = { limit: 2, offset: 0 };
      const unknown = { attribute: 'assayNoSuchAttribute', isDescending: false };
      await attemptReads(context, listingRequest(context, collection, small), [
        {
          clause: clauseInFocus(contract, 'sort-unknown'),
          what: 'a sort by an unknown attribute',
          request: listingRequest(context, collection, {
            ...small,
            further: furtherOf(writeSort(sort, unknown) ?? []),
          }),
        },
      ]);
    },
  },
});
