import fc from 'fast-check';
import { type ListStructure, listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { draw, drawFrom } from '../../../core/draw.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { listingCall, type Query } from '../../calls.ts';
import { readFirst } from '../../listing.ts';
import { askForList, findsOn, wholeQuery } from '../asking.ts';
import { filterFor, listFilter } from '../filter.ts';
import { hiddenIds } from '../hidden.ts';

/** Of how many ids a short list is. */
const few = fc.integer({ min: 5, max: 7 });
/** How many ids are plainly several. */
const plainList = 3;
/** Of how many ids a long list is: dozens, in an address of less than 2,048 characters, which servers still take. */
const dozens = fc.integer({ min: 36, max: 48 });

/** Windows into what a short list finds, for the nodes by turns: a part within, and the last of it. */
const windows = (found: number): readonly Query[] => [
  { limit: 2, offset: found - 3 },
  { limit: 3, offset: found - 1 },
];

/**
 * Asks each node for lists of ids: of a few, in pages too, of dozens, and of one of another node
 * and one that is not live among its own.
 */
export default experiment({
  runFor: async (context, node) => {
    const pages = await readFirst(context, node);
    const own = `${node.hierarchy}/${node.node}`;
    const all = findsOn(pages, 'id');
    const count = (of: string, numbers: fc.Arbitrary<number>): number =>
      draw(context.seed, `how ${of} ${own}`, numbers, 1)[0] ?? 0;
    const short = drawFrom(context.seed, `few ${own}`, all, count('few', few));
    const [one, two] = short;
    if (!one || !two) return;
    // In another order than the node lists them in.
    const ids = short.map(({ value }) => value).toSorted();
    const declines = declinesBy(listOf(context.contract));
    const isDeclined = await askForList(context, node, ids, one.page, declines);
    const many = drawFrom(context.seed, `dozens ${own}`, all, count('many', dozens)).map(
      ({ value }) => value,
    );
    // Where no list is taken at all, neither is a long one: that says nothing of its length.
    if (many.length > ids.length)
      await askForList(context, node, many.toReversed(), one.page, isDeclined ? declines : undefined);
    const filter = listFilter(listOf(context.contract), ids);
    const turn = context.target.nodes.indexOf(node);
    // What several ids show, a person sees with three.
    if (turn === 0 && ids.length > plainList)
      await context.exchange(
        listingCall(context, node, {
          ...wholeQuery,
          filter: listFilter(listOf(context.contract), ids.slice(0, plainList)),
        }),
      );
    const window = windows(ids.length)[turn % 2];
    if (ids.length > 4) await context.exchange(listingCall(context, node, { ...window, filter }));
    const others = context.target.nodes.filter((other) => other !== node);
    // Of many nodes every other one.
    if (others.length > 3 && turn % 2 === 1) return;
    const foreign = await foreignId(others, new Set(all.map(({ item }) => item.id)));
    const draft = hiddenIds(node).slice(-1);
    if (foreign !== undefined)
      await context.exchange(
        listingCall(context, node, {
          ...wholeQuery,
          filter: listFilter(listOf(context.contract), [one.value, foreign, ...draft, two.value]),
        }),
      );

    /** The id of a live product that another node has, and this one has not. */
    async function foreignId(nodes: readonly NodeTarget[], known: ReadonlySet<string | undefined>) {
      for (const other of nodes) {
        const foreignValues = findsOn(await readFirst(context, other), 'id').filter(
          ({ item }) => !known.has(item.id),
        );
        const [foreignValue] = drawFrom(context.seed, `stranger ${own}`, foreignValues, 1);
        if (foreignValue) return foreignValue.value;
      }
      return undefined;
    }
  },
});

const declinesBy = (list: ListStructure) => ({
  why: `the target declines a list of ids in ${filterFor(list, 'id', '…')}, and takes one at a time`,
});
