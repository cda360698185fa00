import { experiment } from '../../core/look.ts';
import { firstWalk } from '../../interface/node-products/listing.ts';

/** Walks each node in the largest pages: what the other experiments ask for is made from what it shows. */
export default experiment({
  when: 'first',
  runFor: async (field, node) => {
    await firstWalk(field, node);
  },
});
