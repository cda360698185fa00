import { onceFor } from '../../../src/once.ts';
import type { Item, Listing, Page } from '../../core/evidence.ts';
import { type CompleteReading, plainPages, readingOf } from '../reading.ts';
import { nearKey, shownValue } from './asked.ts';
import type { Attribute } from './filter.ts';

/** A product that a node lists without a filter, and a page that shows it. */
export type Known = { readonly item: Item; readonly page: Page };

type Index = {
  readonly all: readonly Known[];
  readonly byId: ReadonlyMap<string, Known>;
  readonly byValue: (attribute: Attribute) => ReadonlyMap<string, readonly Known[]>;
};

const indexOf = ({ pages }: Listing): Index => indexOn(pages);

const indexOn = onceFor((pages: readonly Page[]): Index => {
  const all = new Map<string | Item, Known>();
  for (const page of plainPages({ pages }))
    for (const item of page.items) if (!all.has(item.id ?? item)) all.set(item.id ?? item, { item, page });
  const known = [...all.values()];
  return {
    all: known,
    byId: new Map(known.flatMap((one) => (one.item.id === undefined ? [] : [[one.item.id, one]]))),
    byValue: forEach((attribute) =>
      Map.groupBy(
        known.filter(({ item }) => shownValue(item, attribute) !== undefined),
        ({ item }) => nearKey(shownValue(item, attribute) ?? ''),
      ),
    ),
  };
});

/** Something for each attribute that a filter can look for, worked out when it is first wanted. */
const forEach = <T>(make: (attribute: Attribute) => T): ((attribute: Attribute) => T) => {
  const made = new Map<Attribute, T>();
  return (attribute) => {
    if (!made.has(attribute)) made.set(attribute, make(attribute));
    return made.get(attribute) as T;
  };
};

/** The products that a node lists without a filter, each once as far as they show their ids. */
export const allKnown = (listing: Listing): readonly Known[] => indexOf(listing).all;

/** How many products a node is known to list. */
export const sizeOf = (listing: Listing): number => indexOf(listing).all.length;

/** The product of a node that has an id, as far as it was listed without a filter. */
export const productOf = (listing: Listing, id: string): Known | undefined => indexOf(listing).byId.get(id);

/** The products of a node among some ids that a page has room for; none if it may be cut off before them. */
export function dueOn(listing: Listing, { query }: Page, ids: readonly string[]): Known[] {
  const { limit = 0, offset = 0, bounds } = query;
  const hasRoom = offset === 0 && limit >= ids.length && limit <= bounds.largest;
  return hasRoom ? ids.flatMap((id) => productOf(listing, id) ?? []) : [];
}

/** The ids of all products that a node lists without a filter. */
export const listedIds = (listing: Listing): Iterable<string> => indexOf(listing).byId.keys();

/** The products of a node that show a value, as far as a `must` goes. */
export const productsWith = (listing: Listing, attribute: Attribute, value: string): readonly Known[] =>
  indexOf(listing).byValue(attribute).get(nearKey(value)) ?? [];

/** Whether a node shows an attribute of any product at all. */
export const isAttributeShown = (listing: Listing, attribute: Attribute): boolean =>
  indexOf(listing).byValue(attribute).size > 0;

type InReading = {
  readonly ids: ReadonlySet<string | undefined>;
  readonly byValue: (attribute: Attribute) => ReadonlyMap<string, readonly Item[]> | undefined;
};

const inReading = onceFor(
  ({ items }: CompleteReading): InReading => ({
    ids: new Set(items.map(({ id }) => id)),
    byValue: forEach((attribute) =>
      items.every((item) => shownValue(item, attribute) !== undefined)
        ? Map.groupBy(items, (item) => nearKey(shownValue(item, attribute) ?? ''))
        : undefined,
    ),
  }),
);

/** The ids that a complete reading shows. */
export const idsIn = (reading: CompleteReading): ReadonlySet<string | undefined> => inReading(reading).ids;

/** The products of a complete reading that show a value, as far as a `must` goes; undefined where one does not show the attribute. */
export function productsIn(
  reading: CompleteReading,
  attribute: Attribute,
  value: string,
): readonly Item[] | undefined {
  const values = inReading(reading).byValue(attribute);
  return values && (values.get(nearKey(value)) ?? []);
}

/** The walk of a node, where it holds all there is: as many products as the total says, each with an id of its own. */
export function completeReading(listing: Listing): CompleteReading | undefined {
  const reading = readingOf(listing);
  const total = reading.pages[0]?.total;
  return reading.isComplete && (total === undefined || total === reading.items.length) ? reading : undefined;
}
