import { listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { wholePage } from '../../calls.ts';
import { filterForNobody } from '../../filters/asking.ts';
import { listFilter, takes } from '../../filters/filter.ts';
import { list } from '../../listing.ts';
import { followFrom } from '../../pages/follow-links.ts';
import { listedNodes, sizeOf } from '../../pages/listed-nodes.ts';

/** Pages through a filter that leaves three products, and follows its links: on the fullest node and on a small one. */
export default experiment({
  run: async (context) => {
    if (!takes(listOf(context.contract), 'id')) return;
    const nothing = filterForNobody(listOf(context.contract));
    const able = (await listedNodes(context)).filter((listed) => sizeOf(listed) >= 3);
    for (const { node, page } of new Set([able[0], able.at(-1)].flatMap((one) => one ?? []))) {
      const { items } = page;
      const some = [items[0], items[Math.floor(items.length / 2)], items.at(-1)];
      const ids = some.flatMap((item) => item?.shownId ?? []);
      if (ids.length < some.length) continue;
      const filter = listFilter(listOf(context.contract), ids);
      await list(context, node, { filter, limit: wholePage, offset: 0 });
      await followFrom(context, node, { filter, limit: 1, offset: 1 });
      if (nothing !== undefined) await list(context, node, { filter: nothing, limit: 2, offset: 0 });
    }
  },
});
