import { experiment } from '../../../core/context.ts';
import { readFirst } from '../../listing.ts';

/** Reads all pages of each node in the largest pages: what the other experiments ask for is made from what it shows. */
export default experiment({
  when: 'first',
  runFor: async (context, node) => {
    await readFirst(context, node);
  },
});
