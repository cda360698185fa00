import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { farthest, list } from '../../listing/listing.ts';
import { plainPages } from '../../listing/seen-pages.ts';
import { wholes } from '../../listing/whole.ts';
import { changeTotal } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-total-constant',
  title: 'the total is the same on every page',
  check: async (probe) => {
    await eachOf(await wholes(probe), async (whole) => {
      const [first] = whole.pages;
      const total = probe.occasion(first?.total, 'the listing shows no total');
      probe.occasion(total > 0, 'the node is empty');
      const last = Math.floor((Math.min(total, farthest) - 1) / 13) * 13;
      const ends = await Promise.all(
        [last, Math.min(total, farthest)].map((offset) => list(probe, whole.node, { limit: 13, offset })),
      );
      for (const page of [...(await plainPages(probe, whole)), ...ends]) {
        probe.must(
          page.total === total,
          `a total of ${total} on every page`,
          `a total of ${page.total}`,
          page.answer,
          ...(first ? [first.answer] : []),
        );
      }
    });
  },
  mutants: [
    {
      name: 'the total is wrong on the last page',
      wire: changeTotal((total, { offset, limit, filter }) =>
        filter === undefined && offset > 0 && limit !== undefined && offset + limit >= total
          ? total - 1
          : total,
      ),
    },
    {
      name: 'without a limit the total is what the page holds',
      wire: changeTotal((total, { filter, limit }, products) =>
        filter === undefined && limit === undefined ? products : total,
      ),
    },
    {
      name: 'the total is wrong on one page in the middle',
      wire: changeTotal((total, { offset, limit }) => (offset === 26 && limit === 13 ? total + 1 : total)),
    },
    {
      name: 'the total is what the page holds',
      wire: changeTotal((total, { filter }, products) => (filter === undefined ? products : total)),
    },
  ],
});
