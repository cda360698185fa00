import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { follow, pageWithLinks } from '../../listing/links.ts';
import { idsOf, list } from '../../listing/listing.ts';
import { wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-first',
  title: 'links.first leads to the first page',
  needs: ['node-products/order-stable', 'node-products/pages-join', 'node-products/pages-join-curated'],
  check: async (probe) => {
    await eachOf((await wholes(probe)).slice(0, 6), async ({ node }) => {
      const page = await pageWithLinks(probe, node, { limit: 3, offset: 3 });
      const first = await follow(probe, node, page, 'first');
      const beginning = await list(probe, node, { limit: 3, offset: 0 });
      const ids = probe.occasion(idsOf(first.products), 'not every product shows its id');
      const expected = (idsOf(beginning.products) ?? []).slice(0, ids.length);
      const difference = ids.length === 0 ? 'an empty page' : differ(expected, ids.slice(0, expected.length));
      probe.must(
        difference === undefined,
        'links.first to start at the first product',
        difference ?? '',
        page.answer,
        first.answer,
        beginning.answer,
      );
    });
  },
  mutants: [
    {
      name: 'links.first names the page itself',
      wire: changeLinks((links) => ({ ...links, first: links.current ?? '' })),
    },
  ],
});
