import { type OperationId, operationIn, type WithOperations } from '../../src/contract/operations.ts';
import { idInBody, keyOfId } from '../../src/contract/record.ts';
import { creationChangedBy, creatorOf } from '../../src/contract/related-operations.ts';
import { isBasic, isPageOf } from '../core/claims.ts';
import type { Listing, Page } from '../core/evidence.ts';
import type { CollectedListings } from '../core/kind.ts';
import { type Collection, isSameCollection, keyOfParent, type Target } from '../core/target.ts';
import { changeIn } from './complete-reading.ts';

export function collectListings(
  contract: WithOperations,
  { collections, records: elsewhere = [] }: Target,
): CollectedListings {
  const pages = new Map<Collection, Page[]>(collections.map((collection) => [collection, []]));
  const unserved = new Map<Collection, Page[]>(collections.map((collection) => [collection, []]));
  /** What this run created, by the creation, and the collections in which it did. */
  const created = new Map<OperationId, Set<string>>();
  const grown = new Set<Collection>();
  const hasGrown = (collection: Collection, seen: readonly Page[]): boolean =>
    grown.has(collection) ||
    seen.some(({ items }) =>
      items.some(({ id }) => id !== undefined && [...created.values()].some((ids) => ids.has(id))),
    );
  const createdIn = ({ operation }: Collection): ReadonlySet<string> =>
    created.get(creatorOf(contract, operation)?.id ?? '') ?? new Set();
  return {
    take: ({ operation, accepted, json, page, unserved: missing }) => {
      // A page of a listing that has grown since shows what is no longer so.
      const changed = accepted ? creationChangedBy(contract, operation) : undefined;
      if (changed !== undefined) {
        const id = idInBody(operationIn(contract, operation), json);
        if (id !== undefined && changed === operation)
          created.set(operation, (created.get(operation) ?? new Set()).add(keyOfId(id)));
        for (const [listed, seen] of [...pages, ...unserved]) {
          if (creatorOf(contract, listed.operation)?.id !== changed) continue;
          seen.length = 0;
          grown.add(listed);
        }
      }
      const { collection } = page ?? missing ?? {};
      if (collection && !pages.has(collection)) pages.set(collection, []);
      if (collection && !unserved.has(collection)) unserved.set(collection, []);
      if (page?.collection) pages.get(page.collection)?.push(page);
      if (missing?.collection) unserved.get(missing.collection)?.push(missing);
    },
    listings: () => {
      const known = knownByParent(pages, elsewhere);
      const listings = [...pages].map(([collection, seen]) => ({
        collection,
        ...(collection.holds && !hasGrown(collection, seen) ? { holds: collection.holds } : {}),
        pages: seen.filter(isBasic).toSorted(byTurn),
        others: seen.filter(({ query }) => !query.isDefined),
        beside: seen.filter((page) => page.query.isDefined && !isBasic(page)),
        excluded: [],
        created: createdIn(collection),
        unserved: (unserved.get(collection) ?? []).filter(({ query }) => !query.further).toSorted(byTurn),
        knownInParent: known.get(keyOfParent(collection)) ?? new Map(),
      }));
      const changes = new Map<string, string>();
      for (const listing of listings) {
        const change = changeIn(listing);
        if (change !== undefined) changes.set(keyOfParent(listing.collection), change);
      }
      return listings.map((listing) => {
        const changed = changes.get(keyOfParent(listing.collection));
        return changed === undefined ? listing : { ...listing, changed };
      });
    },
    furtherListings: () =>
      [...pages].flatMap(([collection, seen]) => {
        const all = [...new Set(seen.flatMap(({ query }) => query.further ?? []))];
        return all.map((further) => {
          const listing = { collection: withoutDeclarations(collection), further };
          const isOwn = isPageOf(listing);
          const missing = [...unserved.values()].flat();
          return {
            ...listing,
            pages: seen.filter(isOwn).toSorted(byTurn),
            others: [],
            beside: seen.filter((page) => page.query.isDefined && !isOwn(page)).toSorted(byTurn),
            excluded: [],
            created: createdIn(collection),
            unserved: missing.filter(isOwn).toSorted(byTurn),
            knownInParent: new Map(),
          };
        });
      }),
  };
}

const withoutDeclarations = ({ operation, values }: Collection): Collection => ({ operation, values });

const byTurn = (one: Page, other: Page): number => one.turn - other.turn;

/**
 * A listing with only some pages. Others of the same parent are not evidence then, except those given and what is
 * declared.
 */
export function narrowedTo(listing: Listing, pages: readonly Page[], unserved: readonly Page[]): Listing {
  const seen = pages
    .filter((page) => isBasic(page) && page.query.filter === undefined)
    .flatMap((page) => page.items.flatMap(({ id }) => (id === undefined ? [] : [[id, page] as const])));
  const named = [...listing.knownInParent].filter(([, page]) => page === undefined);
  const isOwn = isPageOf(listing);
  const isOfCollection = ({ collection }: Page): boolean => collection === listing.collection;
  return {
    ...listing,
    pages: pages.filter(isOwn),
    others: pages.filter((page) => isOfCollection(page) && !page.query.isDefined),
    beside: pages.filter(
      ({ collection, query }) =>
        collection &&
        isSameCollection(collection, listing.collection) &&
        query.isDefined &&
        !isOwn({ collection, query }),
    ),
    unserved: unserved.filter((page) => isOfCollection(page) || isOwn(page)),
    knownInParent: new Map([...seen, ...named]),
  };
}

/** The ids of records that exist, for collections with the same parent, which share them. */
function knownByParent(
  pages: ReadonlyMap<Collection, readonly Page[]>,
  elsewhere: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, Page | undefined>> {
  const all = new Map<string, Map<string, Page | undefined>>();
  const knownBeside = (collection: Collection): Map<string, Page | undefined> => {
    const known = all.get(keyOfParent(collection)) ?? new Map<string, Page | undefined>();
    all.set(keyOfParent(collection), known);
    return known;
  };
  for (const [collection, seen] of pages) {
    const known = knownBeside(collection);
    for (const page of seen.filter((one) => isBasic(one) && one.query.filter === undefined))
      for (const { id } of page.items) if (id !== undefined) known.set(id, page);
  }
  for (const collection of pages.keys())
    for (const id of [...(collection.holds ?? []), ...elsewhere])
      knownBeside(collection).set(keyOfId(id), undefined);
  return all;
}
