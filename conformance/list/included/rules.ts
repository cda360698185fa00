import type { Mutant } from '../../../src/http/exchange.ts';
import { at, type JsonObject, withAt } from '../../../src/json/json.ts';
import { onceFor } from '../../../src/once.ts';
import { eachListing, eachPageShows } from '../../core/claims.ts';
import type { Item, Listing, Page } from '../../core/evidence.ts';
import { printValue } from '../../core/print.ts';
import { liveLine, nodeLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import type { Target } from '../../core/target.ts';
import { completeReading } from '../filters/claims.ts';
import {
  type Asked,
  changeIncluded,
  changeListing,
  componentsOf,
  productsOf,
  wholeListing,
} from '../mutants.ts';
import { productWords } from '../query.ts';
import { idOf } from '../read-page.ts';
import { plainPages } from '../reading.ts';

/** The ids that the components of products name, each once, in lower case. */
const namedOn = ({ items }: Page): string[] => [...new Set(items.flatMap(({ components }) => components))];

/** The ids of all products that the target file declares live, in lower case. */
const declaredLive = onceFor(
  ({ nodes, live = [] }: Target): ReadonlySet<string> =>
    new Set([...live, ...nodes.flatMap((node) => node.live ?? [])].map((id) => id.toLowerCase())),
);

/** Whether every product of a page shows whether it is a bundle, and none is. */
const isWithoutBundles = (items: readonly Item[]): boolean =>
  items.every(({ isBundle }) => isBundle === false);

/** Those of some products that are known to be live, and the pages that show it; the operator's word needs none. */
function liveAmong(
  { liveInHierarchy }: Listing,
  ids: readonly string[],
): { readonly ids: readonly string[]; readonly witnesses: readonly Page[] } {
  const live = ids.filter((id) => liveInHierarchy.has(id));
  return { ids: live, witnesses: [...new Set(live.flatMap((id) => liveInHierarchy.get(id) ?? []))] };
}

/** On nodes that have no bundles, includes every product of a page as a component. */
const includedAnyway = (chosen: (asked: Asked) => boolean): Mutant =>
  changeListing(async (json, asked, next, call) => {
    if (!chosen(asked)) return undefined;
    const whole = await wholeListing(next, call, { ...asked, filter: undefined });
    if (componentsOf(whole.products).length > 0) return undefined;
    return withAt(json, ['included', 'component_products'], productsOf(json));
  });

/** On nodes that have bundles, includes a component product on pages that have none. */
const alwaysIncluded = (chosen: (asked: Asked) => boolean): Mutant =>
  changeListing(async (json, asked, next, call) => {
    if (!chosen(asked) || componentsOf(productsOf(json)).length > 0) return undefined;
    const whole = await wholeListing(next, call, { ...asked, filter: undefined });
    const [first] = whole.components.keys();
    const product: JsonObject | undefined = first === undefined ? undefined : whole.components.get(first);
    return product && withAt(json, ['included', 'component_products'], [product]);
  });

const isBundle = (attributes: unknown): boolean =>
  JSON.stringify(attributes)?.includes('"components"') === true;

export default rules('list', ['included products'], {
  'included-declared': {
    title: 'included.component_products has each component declared live',
    claims: [
      eachListing('included', (listing, judge) => {
        const declared = declaredLive(judge.target);
        for (const page of listing.pages) {
          const due = namedOn(page).filter((id) => declared.has(id));
          const saw = (page.included ?? []).flatMap(({ id }) => id ?? []);
          // Where none is included at all, or one shows no UUID, another rule tells.
          if (saw.length === 0 || saw.length < (page.included?.length ?? 0)) continue;
          if (due.length === 0) {
            judge.untested(
              'no component of a bundle in a response is declared live',
              liveLine(judge.target, 'with bundles whose components must be listed'),
            );
            continue;
          }
          const missing = due.find((id) => !saw.includes(id));
          if (missing !== undefined && listing.changed !== undefined) {
            judge.inconclusive(listing.changed);
            continue;
          }
          judge.claim(missing === undefined, () => ({
            expected: `included.component_products contains ${missing}, a component that the target file declares live`,
            saw: `${productWords(saw.length)}, without it`,
            pages: [page],
            fingerprint: 'members',
          }));
        }
        judge.untested(
          'no bundle in a response has components',
          nodeLine('with bundles (products with components)'),
        );
      }),
    ],
    mutants: {
      'the first component product is left out': changeIncluded((included) =>
        included.length > 1 ? included.slice(1) : included,
      ),
      'under a filter only the last component product is included': changeIncluded(
        (included, _, { filter }) => (filter === undefined ? included : included.slice(-1)),
      ),
      'component products that no node lists are left out': {
        wireFor: ({ nodes }) => {
          const listed = new Set(nodes.flatMap(({ live = [] }) => live));
          return changeIncluded((included) => included.filter((product) => listed.has(idOf(product) ?? '')));
        },
      },
    },
  },
  'included-exact': {
    title: 'included.component_products has exactly the components of the page',
    claims: [
      eachListing('included', (listing, judge) => {
        for (const page of listing.pages) {
          const saw = (page.included ?? []).flatMap(({ id }) => id ?? []);
          // Where none is included at all, another rule asks whether one has to be.
          if (saw.length === 0 || saw.length < (page.included?.length ?? 0)) continue;
          if (namedOn(page).length === 0) continue;
          const { fault, witnesses = [] } = faultOn(listing, page, saw, judge.target);
          judge.claim(fault === undefined, () => ({
            expected: 'included.component_products has the components of the bundles on the page',
            saw: fault ?? '',
            pages: [page, ...witnesses.filter((one) => one !== page)],
            fingerprint: 'members',
          }));
        }
        judge.untested(
          'no bundle in a response has components',
          nodeLine('with bundles (products with components)'),
        );
      }),
    ],
    mutants: {
      'the bundle itself is among its components': changeIncluded((included, products) =>
        included.length > 0
          ? [...included, ...products.filter(({ attributes }) => isBundle(attributes))]
          : included,
      ),
      'under a filter the other products of the page are among the components': changeIncluded(
        (included, products, { filter }) =>
          filter !== undefined && included.length > 0 ? [...included, ...products] : included,
      ),
      'a page with a bundle includes the components of the whole listing': changeListing(
        async (json, asked, next, call) => {
          if (componentsOf(productsOf(json)).length === 0) return undefined;
          const { components } = await wholeListing(next, call, asked);
          return withAt(json, ['included', 'component_products'], [...components.values()]);
        },
      ),
      'one product more than the components is included': changeIncluded((included, products) => {
        const other = products.find(({ attributes }) => !isBundle(attributes));
        return included.length > 0 && other ? [...included, other] : included;
      }),
    },
  },
  'included-live-only': {
    title: 'each component product has `attributes.status` live',
    claims: [
      eachPageShows(({ page, json }, judge) => {
        const included = at(json, 'included', 'component_products');
        for (const [index, product] of (Array.isArray(included) ? included : []).entries()) {
          const status = at(product, 'attributes', 'status');
          if (typeof status !== 'string') continue;
          judge.claim(status === 'live', () => ({
            expected: `included.component_products[${index}].attributes.status is "live"`,
            saw: printValue(status),
            shown: [page.exchange],
          }));
        }
      }),
    ],
    mutants: {
      'the last component product is a draft': changeIncluded((included) =>
        included.map((product, index) =>
          index === included.length - 1 ? withAt(product, ['attributes', 'status'], 'draft') : product,
        ),
      ),
    },
  },
  'included-none-on-page': {
    title: 'included.component_products is empty if the page has no bundle',
    claims: [
      eachListing('included', (listing, judge) => {
        // Where the whole node has no bundle, it is another rule's to say so.
        const bundled = plainPages(listing).find(({ items }) => items.some(({ isBundle }) => isBundle));
        if (!bundled)
          return judge.untested(
            'no node has bundles',
            nodeLine('with bundles (products with components) and other products'),
          );
        for (const page of listing.pages) {
          const { included } = page;
          if (!included || !isWithoutBundles(page.items)) continue;
          judge.claim(included.length === 0, () => ({
            expected: 'included.component_products is empty, since the page has no bundle',
            saw: productWords(included.length),
            pages: [page, bundled],
            fingerprint: 'members',
          }));
        }
      }),
    ],
    mutants: {
      'a page of one product always includes a component product': alwaysIncluded(
        ({ limit, filter }) => limit === 1 && filter === undefined,
      ),
      'a filter leaves bundles out, and their component products in': alwaysIncluded(
        ({ filter }) => filter !== undefined,
      ),
    },
  },
  'included-none': {
    title: 'included.component_products is empty if the node has no bundle',
    claims: [
      eachListing('included', (listing, judge) => {
        const reading = completeReading(listing);
        if (!reading || reading.items.length === 0) return;
        const isTold = reading.items.every(({ isBundle }) => isBundle !== undefined);
        if (!isTold) return judge.untested('some products have neither components nor product_types');
        if (!isWithoutBundles(reading.items))
          return judge.untested('every node has bundles', nodeLine('without bundles'));
        for (const page of listing.pages) {
          const { included } = page;
          if (!included) continue;
          judge.claim(included.length === 0, () => ({
            expected: 'included.component_products is empty, since no product of the node is a bundle',
            saw: productWords(included.length),
            pages: [page, ...reading.pages.filter((one) => one !== page)],
            fingerprint: 'members',
          }));
        }
      }),
    ],
    mutants: {
      'component products are shown without bundles': includedAnyway(({ filter }) => filter === undefined),
      'under a filter every product is a component product': includedAnyway(
        ({ filter }) => filter !== undefined,
      ),
    },
  },
  'included-once': {
    title: 'included.component_products has each product once',
    claims: [
      eachListing('included', (listing, judge) => {
        for (const page of listing.pages) {
          const saw = (page.included ?? []).flatMap(({ id }) => id ?? []);
          if (saw.length === 0) continue;
          const twice = saw.find((id, index) => saw.indexOf(id) < index);
          judge.claim(twice === undefined, () => ({
            expected: 'each product once in included.component_products',
            saw: `${twice} ${saw.filter((id) => id === twice).length} times`,
            pages: [page],
            fingerprint: 'members',
          }));
        }
      }),
    ],
    mutants: {
      'the first component product is returned twice': changeIncluded((included) => [
        ...included.slice(0, 1),
        ...included,
      ]),
      'every component product is returned many times': changeIncluded((included) => [
        ...included,
        ...included,
        ...included,
        ...included,
      ]),
    },
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
            judge.untested(
              'a bundle shows components, none of them known to be live',
              liveLine(judge.target, 'with bundles whose components must be listed'),
            );
            continue;
          }
          // Those that only the target file says to be live may be live no more.
          if (included.length === 0 && live.witnesses.length === 0 && listing.changed !== undefined) {
            judge.inconclusive(listing.changed);
            continue;
          }
          judge.claim(included.length > 0, () => ({
            expected: `included.component_products has components of the bundles on this page; ${live.ids[0]} is live`,
            saw: 'none',
            pages: [page, ...live.witnesses.filter((one) => one !== page)],
            fingerprint: 'members',
          }));
        }
        judge.untested(
          'no bundle in a response has components',
          nodeLine('with bundles (products with components)'),
        );
      }),
    ],
    mutants: {
      'component products are never included': changeIncluded(() => []),
      'pages smaller than the node include no component products': changeIncluded(
        (included, products, { largest, limit = largest, filter }) =>
          filter === undefined && products.length === limit ? [] : included,
      ),
      'under a filter no component products are included': changeIncluded((included, _, { filter }) =>
        filter === undefined ? included : [],
      ),
      'without a limit no component products are included': changeIncluded((included, _, { limit }) =>
        limit === undefined ? [] : included,
      ),
    },
  },
});

/** What is wrong with the component products of a page: one too many, or one missing that another page shows to be live. */
function faultOn(
  listing: Listing,
  page: Page,
  saw: readonly string[],
  target: Target,
): { readonly fault?: string; readonly witnesses?: readonly Page[] } {
  const named = namedOn(page);
  const extra = saw.find((id) => !named.includes(id));
  if (extra !== undefined) return { fault: `${extra} as well` };
  const declared = declaredLive(target);
  const missing = liveAmong(
    listing,
    named.filter((id) => !saw.includes(id) && !declared.has(id)),
  );
  const [first] = missing.ids;
  return first === undefined
    ? {}
    : { fault: `${first}, which is live, missing`, witnesses: missing.witnesses };
}
