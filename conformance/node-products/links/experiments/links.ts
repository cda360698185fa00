import { experiment } from '../../../core/context.ts';
import { wholePage } from '../../calls.ts';
import { list } from '../../listing.ts';
import { followFrom } from '../../pages/follow-links.ts';
import { fewest, isCloser, smallSize } from '../../pages/small-page-size.ts';

/**
 * Follows the links of each node as they are spelled: on its second small page and on its last; of some nodes on a page
 * that begins at the second product, too, where less than a whole page is before it.
 */
export default experiment({
  runFor: async (context, node) => {
    const { page } = await list(context, node, { limit: wholePage, offset: 0 });
    const total = page.total ?? page.size;
    if (total < fewest || page.links.length === 0) return;
    const limit = smallSize(context.seed, node, total, page.query.bounds);
    const last = Math.floor((total - 1) / limit) * limit;
    const within = limit > 1 && isCloser(context.target, node, total, page.query.bounds) ? [1] : [];
    const offsets = new Set([limit, last, ...within]);
    for (const offset of offsets) await followFrom(context, node, { limit, offset });
  },
});
