import { withAt } from '../../../../src/json/json.ts';
import type { Listing, Page } from '../../../core/evidence.ts';
import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { liveAmong, namedOn } from '../../../interface/components.ts';
import { idOf } from '../../../interface/read-page.ts';
import {
  changeIncluded,
  changeListing,
  componentsOf,
  productsOf,
  wholeListing,
} from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'included.component_products has exactly the components of the page',
  claims: [
    eachListing('included', (listing, judge) => {
      for (const page of listing.pages) {
        const saw = (page.included ?? []).flatMap(({ id }) => id ?? []);
        // Where none is included at all, another rule asks whether one has to be.
        if (page.query.isUnusual || saw.length === 0 || saw.length < (page.included?.length ?? 0)) continue;
        if (namedOn(page).length === 0) continue;
        const { fault, witnesses = [] } = faultOn(listing, page, saw);
        judge.claim(fault === undefined, () => ({
          expected: 'the component products of the bundles on the page',
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
  mutants: [
    {
      name: 'the first component product is left out',
      wire: changeIncluded((included) => (included.length > 1 ? included.slice(1) : included)),
    },
    {
      name: 'under a filter only the last component product is included',
      wire: changeIncluded((included, _, { filter }) =>
        filter === undefined ? included : included.slice(-1),
      ),
    },
    {
      name: 'component products that no node lists are left out',
      wireFor: ({ nodes }) => {
        const listed = new Set(nodes.flatMap(({ live = [] }) => live));
        return changeIncluded((included) => included.filter((product) => listed.has(idOf(product) ?? '')));
      },
    },
    {
      name: 'every component product is returned many times',
      wire: changeIncluded((included) => [...included, ...included, ...included, ...included]),
    },
    {
      name: 'the bundle itself is among its components',
      wire: changeIncluded((included, products) =>
        included.length > 0
          ? [...included, ...products.filter(({ attributes }) => isBundle(attributes))]
          : included,
      ),
    },
    {
      name: 'under a filter the other products of the page are among the components',
      wire: changeIncluded((included, products, { filter }) =>
        filter !== undefined && included.length > 0 ? [...included, ...products] : included,
      ),
    },
    {
      name: 'a page with a bundle includes the components of the whole listing',
      wire: changeListing(async (json, asked, next, call) => {
        if (componentsOf(productsOf(json)).length === 0) return undefined;
        const { components } = await wholeListing(next, call, asked);
        return withAt(json, ['included', 'component_products'], [...components.values()]);
      }),
    },
    {
      name: 'one product more than the components is included',
      wire: changeIncluded((included, products) => {
        const other = products.find(({ attributes }) => !isBundle(attributes));
        return included.length > 0 && other ? [...included, other] : included;
      }),
    },
  ],
});

const isBundle = (attributes: unknown): boolean =>
  JSON.stringify(attributes)?.includes('"components"') === true;

/** What is wrong with the component products of a page: one too many, one too often, or one missing that is live. */
function faultOn(
  listing: Listing,
  page: Page,
  saw: readonly string[],
): { readonly fault?: string; readonly witnesses?: readonly Page[] } {
  const named = page.items.flatMap(({ components }) => components);
  const extra = saw.find((id) => !named.includes(id));
  if (extra !== undefined) return { fault: `${extra} as well` };
  const often = saw.find((id) => countOf(saw, id) > countOf(named, id));
  if (often !== undefined) return { fault: `${often} ${countOf(saw, often)} times` };
  const missing = liveAmong(
    listing,
    namedOn(page).filter((id) => !saw.includes(id)),
  );
  const [first] = missing.ids;
  return first === undefined
    ? {}
    : { fault: `${first}, which is live, missing`, witnesses: missing.witnesses };
}

const countOf = (ids: readonly string[], id: string): number => ids.filter((other) => other === id).length;
