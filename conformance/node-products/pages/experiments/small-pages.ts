import { experiment } from '../../../core/context.ts';
import { drawFrom } from '../../../core/draw.ts';
import { listingCall, wholePage } from '../../calls.ts';
import { list } from '../../listing.ts';
import { fewest, most, smallSize } from '../small-page-size.ts';

/** Pages through each node in pages of one small size, drawn for each: all of them, or of very many some. */
export default experiment({
  runFor: async (context, node) => {
    const { page } = await list(context, node, { limit: wholePage, offset: 0 });
    const total = page.total ?? page.size;
    if (total < fewest) return;
    const limit = smallSize(context.seed, node, total, page.query.bounds);
    const pages = Math.ceil(Math.min(total, page.query.bounds.farthest + 1) / limit);
    const offsets = Array.from({ length: pages }, (_, index) => index * limit);
    const count = Math.ceil((most * context.draws) / 10);
    // The first two and the last are where most goes wrong.
    const ends = [...offsets.slice(0, 2), ...offsets.slice(2).slice(-1)];
    const name = `some small pages ${node.hierarchy}/${node.node}`;
    const chosen = [...ends, ...drawFrom(context.seed, name, offsets.slice(2, -1), count - ends.length)];
    if (chosen.length < pages)
      context.sample(`${chosen.length} of ${pages} pages of ${limit} in node ${node.node}`);
    await Promise.all(
      chosen.map((offset) => context.exchange(listingCall(context, node, { limit, offset }))),
    );
  },
});
