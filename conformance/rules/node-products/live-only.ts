import { at } from '../../../src/wire/json.ts';
import type { Probe } from '../../engine/probe.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import type { Page } from '../../listing/listing.ts';
import { eachFiltered, filteredPages, plainPages } from '../../listing/seen-pages.ts';
import { wholes } from '../../listing/whole.ts';
import { changeProducts } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-live-only',
  title: 'only live products are listed',
  needs: ['node-products/product.attributes.status/enum'],
  evidence: 'live',
  check: async (probe) => {
    for (const whole of await wholes(probe)) {
      for (const page of await plainPages(probe, whole)) mustBeLive(probe, page);
      for (const page of await filteredPages(probe, whole)) mustBeLive(probe, page);
    }
    for (const attribute of ['name', 'slug', 'id'] as const) {
      await eachFiltered(probe, attribute, (_, page) => mustBeLive(probe, page));
    }
  },
  mutants: [
    {
      name: 'drafts are told as such on pages of seven only',
      wire: changeProducts((product, index, { limit }) =>
        limit === 7 && index === 6 ? draft(product) : product,
      ),
    },
    {
      name: 'what a filter by slug brings is a draft',
      wire: changeProducts((product, _, { filter }) =>
        filter?.startsWith('eq(slug,') ? draft(product) : product,
      ),
    },
    {
      name: 'the last product beyond offset 100 is a draft',
      wire: changeProducts((product, index, { offset }) =>
        offset >= 100 && index === 0 ? draft(product) : product,
      ),
    },
    {
      name: 'one listed product of a full page is a draft',
      wire: changeProducts((product, index) => (index === 99 ? draft(product) : product)),
    },
  ],
});

/** Claims that every status a page shows is live. */
function mustBeLive(probe: Probe, { answer, products }: Page): void {
  for (const [index, product] of products.entries()) {
    const status = at(product, 'attributes', 'status');
    if (typeof status !== 'string') continue;
    probe.must(status === 'live', `data[${index}].attributes.status is "live"`, printValue(status), answer);
  }
}

const draft = (product: object) => ({
  ...product,
  attributes: { ...(at(product, 'attributes') as object), status: 'draft' },
});
