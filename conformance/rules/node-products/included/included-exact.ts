import { withAt } from '../../../../src/json/json.ts';
import type { Listing, Page } from '../../../core/evidence.ts';
import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import type { Target } from '../../../core/target.ts';
import { eachListing } from '../../../interface/claims.ts';
import { declaredLive, liveAmong, namedOn } from '../../../interface/components.ts';
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
  mutants: [
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
