import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { follow, pageWithLinks } from '../../listing/links.ts';
import { farthest, idsOf } from '../../listing/listing.ts';
import { wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { atOffset } from '../../mutants/link.ts';
import { changeLinks } from '../../mutants/listing.ts';

const size = 3;

export default rule({
  clause: 'products-links-prev',
  title: 'links.prev leads to the page before',
  needs: ['node-products/order-stable', 'node-products/pages-join', 'node-products/pages-join-curated'],
  check: async (probe) => {
    await eachOf((await wholes(probe)).slice(0, 6), async (whole) => {
      const ids = probe.occasion(idsOf(whole.products), 'not every product shows its id');
      probe.occasion(ids.length > 2 * size, `no node has more than ${2 * size} products`);
      const pages = [size, Math.floor((Math.min(ids.length, farthest) - 1) / size) * size];
      for (const offset of new Set(pages)) {
        const page = await pageWithLinks(probe, whole.node, { limit: size, offset });
        const before = await follow(probe, whole.node, page, 'prev');
        const due = ids.slice(offset - size, offset);
        const difference = differ(due, idsOf(before.products) ?? []);
        const wanted = `links.prev at offset ${offset} to lead to the ${size} products before`;
        probe.must(difference === undefined, wanted, difference ?? '', page.answer, before.answer);
      }
    });
  },
  mutants: [
    {
      name: 'from the third page on, links.prev leads to the first',
      wire: changeLinks((links, { offset, limit = 100 }) =>
        offset >= 2 * limit && typeof links.prev === 'string'
          ? { ...links, prev: atOffset(links.prev, 0) }
          : links,
      ),
    },
    {
      name: 'links.prev names the page itself',
      wire: changeLinks((links) =>
        typeof links.prev === 'string' ? { ...links, prev: links.current ?? '' } : links,
      ),
    },
  ],
});
