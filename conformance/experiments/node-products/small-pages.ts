import { drawFrom } from '../../core/draw.ts';
import { experiment } from '../../core/look.ts';
import { listingCall } from '../../interface/node-products/calls.ts';
import { list } from '../../interface/node-products/listing.ts';
import { fewest, most, smallSize } from '../../interface/node-products/pages/closer-look.ts';
import { farthest, wholePage } from '../../interface/read-page.ts';

/** Pages through each node in pages of one small size, drawn for each: all of them, or of very many some. */
export default experiment({
  runFor: async (field, node) => {
    const { page } = await list(field, node, { limit: wholePage, offset: 0 });
    const total = page.total ?? page.size;
    if (total < fewest) return;
    const limit = smallSize(field.seed, node, total);
    const pages = Math.ceil(Math.min(total, farthest + 1) / limit);
    const offsets = Array.from({ length: pages }, (_, index) => index * limit);
    const count = Math.ceil((most * field.draws) / 10);
    // The first two and the last are where most goes wrong.
    const ends = [...offsets.slice(0, 2), ...offsets.slice(2).slice(-1)];
    const name = `some small pages ${node.hierarchy}/${node.node}`;
    const chosen = [...ends, ...drawFrom(field.seed, name, offsets.slice(2, -1), count - ends.length)];
    if (chosen.length < pages)
      field.sample(`${chosen.length} of ${pages} pages of ${limit} in node ${node.node}`);
    await Promise.all(chosen.map((offset) => field.exchange(listingCall(field, node, { limit, offset }))));
  },
});
