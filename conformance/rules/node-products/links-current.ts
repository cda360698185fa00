import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { follow, pageWithLinks } from '../../listing/links.ts';
import { idsOf } from '../../listing/listing.ts';
import { wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-current',
  title: 'links.current leads to the page itself',
  needs: ['node-products/order-stable', 'node-products/pages-join', 'node-products/pages-join-curated'],
  check: async (probe) => {
    await eachOf((await wholes(probe)).slice(0, 6), async ({ node }) => {
      const page = await pageWithLinks(probe, node, { limit: 3, offset: 3 });
      const ids = probe.occasion(idsOf(page.products), 'not every product shows its id');
      const current = await follow(probe, node, page, 'current');
      const difference = differ(ids, idsOf(current.products) ?? []);
      probe.must(
        difference === undefined,
        'links.current to lead to the page itself',
        difference ?? '',
        page.answer,
        current.answer,
      );
    });
  },
  mutants: [
    {
      name: 'links.current always names the first page',
      wire: changeLinks((links) => ({ ...links, current: links.first ?? '' })),
    },
  ],
});
