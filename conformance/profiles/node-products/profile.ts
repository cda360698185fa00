import { content, profileOf } from '../../core/profile.ts';
import { nodeLine, nodesLine, tokenLine } from '../../core/remedies.ts';

const id = 'node-products';

/** Listing the products of a node. */
export const profile = profileOf(id, {
  demands: [
    content,
    { shows: ['filter'], words: 'tested a filter' },
    { shows: ['pagination'], words: 'tested pages' },
    { shows: ['live', 'order'], words: 'tested the live products or the curated order' },
  ],
  remedyFor: (status, target) => {
    if ([401, 403].includes(status)) return tokenLine(id, target);
    return target.nodes.length === 0 ? nodesLine : nodeLine('that your server lists');
  },
});
