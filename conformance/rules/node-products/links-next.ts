import { idsOf, list } from '../../engine/listing.ts';
import { eachNode } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { follow, pageWithLinks } from '../../listing/links.ts';
import { differ } from '../../listing/windows.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-next',
  title: 'links.next starts where the page ends',
  needs: ['node-products/order-stable', 'node-products/pages-join', 'node-products/pages-join-curated'],
  check: (probe) =>
    eachNode(probe, async (node) => {
      const page = await pageWithLinks(probe, node, { limit: 3, offset: 0 });
      const next = await follow(probe, node, page, 'next');
      const expected = await list(probe, node, { limit: 3, offset: 3 });
      const after = probe.occasion(idsOf(expected.products), 'not every product shows its id');
      probe.occasion(after.length > 0, 'no node has a second page');
      const ids = idsOf(next.products) ?? [];
      const common = Math.min(ids.length, after.length);
      const difference =
        common === 0 ? 'an empty page' : differ(after.slice(0, common), ids.slice(0, common));
      probe.must(
        difference === undefined,
        'links.next to start where this page ends',
        difference ?? '',
        page.answer,
        next.answer,
        expected.answer,
      );
    }),
  mutants: [
    {
      name: 'links.next leaves a product out',
      wire: changeLinks((links, { offset, limit = 0 }) =>
        typeof links.next === 'string' ? { ...links, next: moved(links.next, offset + limit + 1) } : links,
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

/** The same link at another offset. */
function moved(link: string, offset: number): string {
  const url = new URL(link);
  url.searchParams.set('page[offset]', String(offset));
  return url.href;
}
