import { content, profileOf } from '../../core/profile.ts';
import { nodeLine, nodesLine, tokenLine } from '../../core/remedies.ts';

const id = 'node-products';

/** Listing the products of a node. */
export const profile = profileOf(id, {
  demands: [
    content,
    { shows: ['filter'], words: 'saw a filter at work' },
    { shows: ['pagination'], words: 'saw pages cut' },
    { shows: ['live', 'order'], words: 'saw live products only, or the curated order' },
  ],
  remedyFor: (status, target) => {
    if ([401, 403].includes(status)) return tokenLine(id, target);
    return target.nodes.length === 0 ? nodesLine : nodeLine('that your server lists');
  },
});
