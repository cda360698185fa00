import { eachOf } from '../../engine/nodes.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { follow, linksOn, pageWithLinks } from '../../listing/links.ts';
import { idsOf } from '../../listing/listing.ts';
import { type Whole, wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { atOffset } from '../../mutants/link.ts';
import { changeLinks } from '../../mutants/listing.ts';

const size = 7;
/** Short nodes are followed to their end, long ones for a few pages. */
const farEnough = 21;

export default rule({
  clause: 'products-links-next',
  title: 'links.next starts where the page ends',
  needs: ['node-products/order-stable', 'node-products/pages-join', 'node-products/pages-join-curated'],
  check: async (probe) => {
    const all = await wholes(probe);
    const long = all.find(({ products }) => products.length > 3 + size);
    await eachOf(all, async (whole) => {
      const ids = probe.occasion(idsOf(whole.products), 'not every product shows its id');
      probe.occasion(ids.length > size, `no node has more than ${size} products`);
      if (whole === long) await mustFollowFromWithin(probe, long, ids);
      let page = await pageWithLinks(probe, whole.node, { limit: size, offset: 0 });
      for (
        let offset = page.products.length;
        offset < Math.min(ids.length, farEnough);
        offset += page.products.length
      ) {
        const before = page;
        const leads = linksOn(before, 'next').some((link) => typeof link === 'string');
        probe.must(
          leads,
          'a links.next, since there is more',
          'none',
          before.answer,
          ...whole.pages.map(({ answer }) => answer),
        );
        page = await follow(probe, whole.node, before, 'next');
        const saw = idsOf(page.products) ?? [];
        const difference =
          saw.length === 0 ? 'an empty page' : differ(ids.slice(offset, offset + saw.length), saw);
        const wanted = `links.next to lead on to product ${offset + 1}`;
        probe.must(
          difference === undefined,
          wanted,
          difference ?? '',
          before.answer,
          page.answer,
          ...whole.pages.map(({ answer }) => answer),
        );
      }
    });
  },
  mutants: [
    {
      name: 'links.next counts in whole pages',
      wire: changeLinks((links, { offset, limit = 1 }) =>
        typeof links.next === 'string' && offset % limit > 0
          ? { ...links, next: atOffset(links.next, (Math.floor(offset / limit) + 1) * limit) }
          : links,
      ),
    },
    { name: 'links.next is never there', wire: changeLinks((links) => ({ ...links, next: null })) },
    {
      name: 'links.next leaves a product out',
      wire: changeLinks((links, { offset, limit = 0 }) =>
        typeof links.next === 'string' ? { ...links, next: atOffset(links.next, offset + limit + 1) } : links,
      ),
    },
    {
      name: 'links.next leads back to the page itself',
      wire: changeLinks((links) =>
        typeof links.next === 'string' ? { ...links, next: links.current ?? '' } : links,
      ),
    },
  ],
});

/** The same for a page that begins where no page of its size would, counted from the first. */
async function mustFollowFromWithin(probe: Probe, whole: Whole, ids: readonly string[]): Promise<void> {
  const page = await pageWithLinks(probe, whole.node, { limit: size, offset: 3 });
  const next = await follow(probe, whole.node, page, 'next');
  const [first] = idsOf(next.products) ?? [];
  const due = ids[3 + page.products.length];
  const wanted = `links.next to lead on to product ${4 + page.products.length}, ${due}`;
  const shown = [page, next, ...whole.pages].map(({ answer }) => answer);
  probe.must(first === due, wanted, first ?? 'an empty page', ...shown);
}
