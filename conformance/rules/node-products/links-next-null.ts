import { eachNode } from '../../engine/nodes.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { linksOn, pageWithLinks } from '../../listing/links.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-next-null',
  title: 'links.next is null where there is only one page',
  needs: ['node-products/total-count', 'node-products/total-constant'],
  check: (probe) =>
    eachNode(probe, async (node) => {
      for (const limit of [13, 99, 100]) {
        const page = await pageWithLinks(probe, node, { limit, offset: 0 });
        if (page.total === undefined || page.total > limit) continue;
        for (const link of linksOn(page, 'next')) {
          probe.must(
            link === null,
            `links.next null, since ${page.total} products fit one page`,
            printValue(link),
            page.answer,
          );
        }
      }
    }),
  mutants: [
    {
      name: 'a listing of one page names a next page',
      wire: changeLinks((links, { offset, limit, filter }, total) =>
        filter === undefined && offset === 0 && total <= (limit ?? 0)
          ? { ...links, next: links.first ?? '' }
          : links,
      ),
    },
  ],
});
