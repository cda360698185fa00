// The component products that a page includes (§4.3).

import {
  type Claim,
  changeIncluded,
  changeListing,
  collectionLine,
  completeReading,
  eachListing,
  filtered,
  holdsLine,
  type IncludedExchange,
  type Item,
  type Json,
  type ListExchange,
  type Listing,
  type Mutant,
  mutantsBy,
  namedBy,
  onceFor,
  type Page,
  type RelationJudge,
  recordsOf,
  recordWords,
  rules,
  type Target,
  unfilteredPages,
  wholeListing,
  withIncluded,
} from '../../../conformance/rules.ts';
import { componentsOn, idOf, isBundle } from '../products.ts';

const namedOn = (page: Page): string[] => [...new Set(componentsOn(page))];

const declaredLive = onceFor(
  ({ collections, records = [] }: Target): ReadonlySet<string> =>
    new Set([...records, ...collections.flatMap(({ holds = [] }) => holds)]),
);

const isWithoutBundles = (items: readonly Item[]): boolean => items.every((item) => isBundle(item) === false);

/** Products that are known to be live, and the pages that show it; a declared one needs none. */
type Live = { readonly ids: readonly string[]; readonly witnesses: readonly Page[] };

function liveAmong({ knownInParent }: Listing, ids: readonly string[]): Live {
  const live = ids.filter((id) => knownInParent.has(id));
  return { ids: live, witnesses: [...new Set(live.flatMap((id) => knownInParent.get(id) ?? []))] };
}

const eachIncluded = (
  judgePage: (page: Page, ids: readonly string[], judge: RelationJudge, listing: Listing) => void,
): Claim =>
  eachListing('included', (listing, judge) => {
    for (const page of listing.pages) {
      const ids = (page.included ?? []).flatMap(({ id }) => id ?? []);
      if (ids.length > 0) judgePage(page, ids, judge, listing);
    }
  });

/** The same, of pages with bundles that name components; another rule reports component products without a UUID. */
const eachWithComponents = (judgePage: Parameters<typeof eachIncluded>[0]): Claim[] => [
  eachIncluded((page, ids, judge, listing) => {
    if (ids.length === page.included?.length && namedOn(page).length > 0)
      judgePage(page, ids, judge, listing);
  }),
  withoutComponents,
];

const withoutComponents: Claim = eachListing('included', (_, judge) =>
  judge.untested(
    'no bundle in a response has components',
    collectionLine(judge, 'with bundles (products with components)'),
  ),
);

const bundlesLine = (judge: RelationJudge) =>
  holdsLine(judge, 'with bundles whose components must be listed');

const includesNone = (
  pages: readonly Page[],
  judge: RelationJudge,
  why: string,
  witnesses: readonly Page[],
): void => {
  for (const page of pages) {
    const { included } = page;
    if (included)
      judge.claim(included.length === 0, () => ({
        expected: `included.component_products is empty, since ${why}`,
        saw: recordWords(judge.nouns, included.length),
        pages: [page, ...witnesses.filter((one) => one !== page)],
        fingerprint: 'records',
      }));
  }
};

const includeRecords = (isMeant: (exchange: ListExchange) => boolean): Mutant =>
  changeListing(async (json, exchange, next, request) => {
    if (!isMeant(exchange)) return undefined;
    const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
    const { list } = exchange;
    return namedBy(list, whole.records).length === 0 && withIncluded(list, json, recordsOf(list, json));
  });

const includeOneAlways = (isMeant: (exchange: ListExchange) => boolean): Mutant =>
  changeListing(async (json, exchange, next, request) => {
    if (!isMeant(exchange) || namedBy(exchange.list, recordsOf(exchange.list, json)).length > 0)
      return undefined;
    const whole = await wholeListing(next, request, { ...exchange, filter: undefined });
    const [record] = whole.included.values();
    return record && withIncluded(exchange.list, json, [record]);
  });

const hasComponents = (attributes: unknown): boolean =>
  JSON.stringify(attributes)?.includes('"components"') === true;

export default rules('list', ['included records'], {
  'included-declared': {
    title: 'included.component_products has each component that is declared',
    claims: eachWithComponents((page, ids, judge, listing) => {
      const declared = declaredLive(judge.target);
      const dueIds = namedOn(page).filter((id) => declared.has(id));
      if (dueIds.length === 0)
        return judge.untested('no component of a bundle in a response is declared', bundlesLine(judge));
      const missing = dueIds.find((id) => !ids.includes(id));
      if (missing !== undefined && listing.changed !== undefined) return judge.inconclusive(listing.changed);
      judge.claim(missing === undefined, () => ({
        expected: `included.component_products contains ${missing}, a component that the target file declares`,
        saw: `${recordWords(judge.nouns, ids.length)}, without it`,
        ...(missing === undefined ? {} : { declared: { id: missing } }),
        pages: [page],
        fingerprint: 'records',
      }));
    }),
    mutants: {
      ...mutantsBy(changeIncluded, {
        'the first component product is left out': ({ included }) => included.length > 1 && included.slice(1),
        'under a filter only the last component product is included': filtered(({ included }) =>
          included.slice(-1),
        ),
      }),
      'component products that no collection lists are left out': {
        wireFor: ({ collections }) => {
          const listed = new Set(collections.flatMap(({ holds = [] }) => holds));
          return changeIncluded(({ included }) =>
            included.filter((record) => listed.has(idOf(record) ?? '')),
          );
        },
      },
    },
  },
  'included-exact': {
    title: 'included.component_products has exactly the components of the page',
    claims: eachWithComponents((page, ids, judge, listing) => {
      const { fault, witnesses = [] } = faultOn(listing, page, ids, judge.target);
      judge.claim(fault === undefined, () => ({
        expected: 'included.component_products has the components of the bundles on the page',
        saw: fault ?? '',
        pages: [page, ...witnesses.filter((one) => one !== page)],
        fingerprint: 'records',
      }));
    }),
    mutants: {
      ...mutantsBy(
        (more: (exchange: IncludedExchange) => readonly Json[]) =>
          changeIncluded(
            (exchange) => exchange.included.length > 0 && [...exchange.included, ...more(exchange)],
          ),
        {
          'the bundle itself is among its components': ({ records }) =>
            records.filter(({ attributes }) => hasComponents(attributes)),
          'under a filter the other products of the page are among the components': ({ filter, records }) =>
            filter === undefined ? [] : records,
          'one product more than the components is included': ({ records }) =>
            records.filter(({ attributes }) => !hasComponents(attributes)).slice(0, 1),
        },
      ),
      'a page with a bundle includes the components of the whole listing': changeListing(
        async (json, exchange, next, request) => {
          if (namedBy(exchange.list, recordsOf(exchange.list, json)).length === 0) return undefined;
          const { included } = await wholeListing(next, request, exchange);
          return withIncluded(exchange.list, json, [...included.values()]);
        },
      ),
    },
  },
  'included-none-on-page': {
    title: 'included.component_products is empty if the page has no bundle',
    claims: [
      eachListing('included', (listing, judge) => {
        // If the whole collection has no bundle, another rule applies.
        const bundled = unfilteredPages(listing).find(({ items }) => items.some(isBundle));
        if (!bundled)
          return judge.untested(
            'no collection has bundles',
            collectionLine(judge, 'with bundles (products with components) and other products'),
          );
        const pages = listing.pages.filter(({ items }) => isWithoutBundles(items));
        includesNone(pages, judge, 'the page has no bundle', [bundled]);
      }),
    ],
    mutants: mutantsBy(includeOneAlways, {
      'a page of one product always includes a component product': ({ limit, filter }) =>
        limit === 1 && filter === undefined,
      'a filter leaves bundles out, and their component products in': ({ filter }) => filter !== undefined,
    }),
  },
  'included-none': {
    title: 'included.component_products is empty if the collection has no bundle',
    claims: [
      eachListing('included', (listing, judge) => {
        const reading = completeReading(listing);
        if (!reading || reading.items.length === 0) return;
        const isTold = reading.items.every((item) => isBundle(item) !== undefined);
        if (!isTold) return judge.untested('some products have neither components nor product_types');
        if (!isWithoutBundles(reading.items))
          return judge.untested('every collection has bundles', collectionLine(judge, 'without bundles'));
        includesNone(listing.pages, judge, 'no product of the collection is a bundle', reading.pages);
      }),
    ],
    mutants: mutantsBy(includeRecords, {
      'component products are shown without bundles': ({ filter }) => filter === undefined,
      'under a filter every product is a component product': ({ filter }) => filter !== undefined,
    }),
  },
  'included-once': {
    title: 'included.component_products has each product once',
    claims: [
      eachIncluded((page, ids, judge) => {
        const twice = ids.find((id, index) => ids.indexOf(id) < index);
        judge.claim(twice === undefined, () => ({
          expected: 'each product once in included.component_products',
          saw: `${twice} ${ids.filter((id) => id === twice).length} times`,
          pages: [page],
          fingerprint: 'records',
        }));
      }),
    ],
    mutants: mutantsBy(changeIncluded, {
      'the first component product is returned twice': ({ included }) => [
        ...included.slice(0, 1),
        ...included,
      ],
      'every component product is returned many times': ({ included }) =>
        [included, included, included, included].flat(),
    }),
  },
  'included-some': {
    title: 'included.component_products is not empty if a component is live',
    claims: [
      eachListing('included', (listing, judge) => {
        for (const page of listing.pages) {
          const { included } = page;
          const named = namedOn(page);
          if (!included || named.length === 0) continue;
          const live = liveAmong(listing, named);
          if (live.ids.length === 0) {
            judge.untested('a bundle shows components, none of them known to be live', bundlesLine(judge));
            continue;
          }
          // If the collection changed, products that only the target file declares live may be live no more.
          if (included.length === 0 && live.witnesses.length === 0 && listing.changed !== undefined) {
            judge.inconclusive(listing.changed);
            continue;
          }
          judge.claim(included.length > 0, () => ({
            expected: `included.component_products has components of the bundles on this page; ${live.ids[0]} is live`,
            saw: 'none',
            pages: [page, ...live.witnesses.filter((one) => one !== page)],
            fingerprint: 'records',
          }));
        }
      }),
      withoutComponents,
    ],
    mutants: mutantsBy(
      (isMeant: (exchange: IncludedExchange) => boolean) =>
        changeIncluded((exchange) => isMeant(exchange) && []),
      {
        'component products are never included': () => true,
        'pages smaller than the collection include no component products': ({ filter, records, size }) =>
          filter === undefined && records.length === size,
        'under a filter no component products are included': ({ filter }) => filter !== undefined,
        'without a limit no component products are included': ({ limit }) => limit === undefined,
      },
    ),
  },
});

/** What is wrong with the component products of a page: one too many, or one missing that another page shows to be live. */
function faultOn(
  listing: Listing,
  page: Page,
  ids: readonly string[],
  target: Target,
): { readonly fault?: string; readonly witnesses?: readonly Page[] } {
  const named = namedOn(page);
  const extra = ids.find((id) => !named.includes(id));
  if (extra !== undefined) return { fault: `${extra} as well` };
  const declared = declaredLive(target);
  const missing = liveAmong(
    listing,
    named.filter((id) => !ids.includes(id) && !declared.has(id)),
  );
  const [first] = missing.ids;
  return first === undefined
    ? {}
    : { fault: `${first}, which is live, missing`, witnesses: missing.witnesses };
}
