import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { follow, pageWithLinks } from '../../listing/links.ts';
import { farthest, idsOf } from '../../listing/listing.ts';
import { wholes } from '../../listing/whole.ts';
import { atOffset } from '../../mutants/link.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-last',
  title: 'links.last leads to the page with the last product',
  needs: ['node-products/order-stable', 'node-products/pages-join', 'node-products/pages-join-curated'],
  check: async (probe) => {
    await eachOf((await wholes(probe)).slice(0, 6), async (whole) => {
      const ids = probe.occasion(idsOf(whole.products), 'not every product shows its id');
      probe.occasion(ids.length > 3 && ids.length <= farthest, 'no node has several pages of three');
      const page = await pageWithLinks(probe, whole.node, { limit: 3, offset: 3 });
      const last = await follow(probe, whole.node, page, 'last');
      const saw = (idsOf(last.products) ?? []).at(-1);
      const wanted = `links.last to lead to a page that ends with ${ids.at(-1)}`;
      probe.must(saw === ids.at(-1), wanted, saw ?? 'an empty page', page.answer, last.answer);
    });
  },
  mutants: [
    {
      name: 'links.last leads past the end',
      wire: changeLinks((links, { limit = 100 }, total) =>
        typeof links.last === 'string' ? { ...links, last: atOffset(links.last, total + limit) } : links,
      ),
    },
    {
      name: 'links.last leads to the page before the last',
      wire: changeLinks((links, { limit = 100 }, total) =>
        typeof links.last === 'string'
          ? {
              ...links,
              last: atOffset(links.last, Math.max(0, Math.ceil(total / limit) * limit - 2 * limit)),
            }
          : links,
      ),
    },
  ],
});
