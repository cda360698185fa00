import fc from 'fast-check';
import type { PageBounds } from '../../../../src/contract/list.ts';
import { experiment, type Setting } from '../../../core/context.ts';
import { draw } from '../../../core/draw.ts';
import type { Page } from '../../../core/evidence.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { farthest, listingCall, type Query, wholePage } from '../../calls.ts';
import { list } from '../../listing.ts';
import { isCloser, smallSize } from '../small-page-size.ts';

/**
 * Asks each node for pages at offsets where code branches (READINGS P9): before the last product, after it, far
 * beyond; with and without a limit or an offset; and for windows drawn at random, which no page size would begin.
 */
export default experiment({
  runFor: async (context, node) => {
    const { page } = await list(context, node, { limit: wholePage, offset: 0 });
    const total = page.total ?? page.size;
    const queries =
      Math.min(total, page.query.bounds.farthest) < 2
        ? [{}, { limit: 2, offset: 1 }]
        : within(context, node, page, total);
    await Promise.all(queries.map((query) => context.exchange(listingCall(context, node, query))));
  },
});

/** The farthest page. */
const farQuery: Query = { limit: 2, offset: farthest };

function within(setting: Setting, node: NodeTarget, page: Page, total: number): Query[] {
  const { bounds } = page.query;
  const { seed, draws, target } = setting;
  const end = Math.min(total, bounds.farthest);
  const name = `windows ${node.hierarchy}/${node.node}`;
  const [from = 1] = draw(seed, `${name} from`, fc.integer({ min: 1, max: end - 1 }), 1);
  return [
    // The same as a page that names the offset of 0.
    { limit: smallSize(seed, node, total, bounds) },
    // After one with a limit, which a server may keep.
    {},
    { offset: from },
    { limit: 2, offset: end - 1 },
    // Past the end with a limit and without, on the nodes by turns; both if there is one node.
    ...(target.nodes.indexOf(node) % 2 === 0 ? [{ limit: 2, offset: end }] : []),
    ...(target.nodes.indexOf(node) % 2 === 1 || target.nodes.length === 1 ? [{ offset: end }] : []),
    ...(isCloser(target, node, total, bounds) ? [farQuery] : []),
    ...draw(seed, name, windowIn(end, bounds), Math.ceil(draws / 10)),
  ];
}

/** A page that begins where no page of its size would, counted from the first. */
const windowIn = (total: number, { largest }: PageBounds): fc.Arbitrary<Query> =>
  fc
    .integer({ min: 2, max: Math.max(2, Math.min(largest - 1, total - 1)) })
    .chain((limit) =>
      fc
        .integer({ min: 1, max: total - 1 })
        .map((offset) => ({ limit, offset: offset % limit === 0 ? offset - 1 || 1 : offset })),
    );
