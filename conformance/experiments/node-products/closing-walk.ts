import { experiment } from '../../core/look.ts';
import { listingCall } from '../../interface/node-products/calls.ts';
import { list, walk } from '../../interface/node-products/listing.ts';
import { wholePage } from '../../interface/read-page.ts';

/**
 * Walks each node once more when everything else was asked: between two equal walks a listing stood still. The first
 * page is looked at twice in a row: two orders that take turns might have come round to the one that was seen before.
 */
export default experiment({
  when: 'last',
  runFor: async (field, node) => {
    const { page } = await list(field, node, { limit: wholePage, offset: 0 });
    if (page.size > 1) await field.sendAfresh(listingCall(field, node, { limit: wholePage, offset: 0 }));
    await walk({ ...field, send: field.sendAfresh }, node);
  },
});
