import { eachNode } from '../../engine/nodes.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { linksOn, pageWithLinks } from '../../listing/links.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-prev-null',
  title: 'there is no previous page before the first',
  check: (probe) =>
    eachNode(probe, async (node) => {
      for (const limit of [7, 100]) {
        const page = await pageWithLinks(probe, node, { limit, offset: 0 });
        for (const link of linksOn(page, 'prev')) {
          probe.must(link === null, 'links.prev null on the first page', printValue(link), page.answer);
        }
      }
    }),
  mutants: [
    {
      name: 'the first page has a page before it',
      wire: changeLinks((links, { offset }) =>
        offset === 0 ? { ...links, prev: links.current ?? '' } : links,
      ),
    },
  ],
});
