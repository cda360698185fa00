import { listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { drawFrom } from '../../../core/draw.ts';
import type { Page } from '../../../core/evidence.ts';
import { listingCall } from '../../calls.ts';
import { readFirst } from '../../listing.ts';
import { nearKey, shownValue } from '../asked.ts';
import { findsOn, wholeQuery } from '../asking.ts';
import { type Attribute, attributesThat, filterFor } from '../filter.ts';

/**
 * Asks each node for products that only others have: by an id and by a name or a slug, by turns, of its own hierarchy and
 * of another.
 */
export default experiment({
  runFor: async (context, node) => {
    const own = `${node.hierarchy}/${node.node}`;
    const mine = (await readFirst(context, node)).flatMap(({ items }) => items);
    const ids = new Set(mine.map(({ id }) => id));
    const others = context.target.nodes.filter((other) => other !== node);
    const readings: { readonly isNear: boolean; readonly pages: readonly Page[] }[] = [];
    for (const other of others)
      readings.push({ isNear: other.hierarchy === node.hierarchy, pages: await readFirst(context, other) });
    const foreignValues = (attribute: Attribute, near?: boolean): string[] => {
      const known = new Set(mine.map((item) => nearKey(shownValue(item, attribute) ?? '')));
      return readings
        .filter(({ isNear }) => near === undefined || isNear === near)
        .flatMap(({ pages }) => findsOn(pages, attribute))
        .filter(({ item, value }) => !ids.has(item.id) && !known.has(nearKey(value)))
        .map(({ value }) => value);
    };
    const drawn = (attribute: Attribute, near?: boolean): string[] =>
      drawFrom(context.seed, `foreign ${attribute} ${near} ${own}`, foreignValues(attribute, near), 1).map(
        (value) => filterFor(listOf(context.contract), attribute, value),
      );
    const turn = context.target.nodes.indexOf(node);
    // Of many nodes, every other one is asked for a foreign id among its own.
    const isAlone = others.length <= 3 || turn % 2 === 1;
    const foreign = isAlone ? [drawn('id', turn % 4 < 2), drawn('id')] : [];
    const [id = []] = foreign.filter((some) => some.length > 0);
    // Of few nodes each is asked in both ways.
    const both = context.target.nodes.length < 4;
    const names = attributesThat(listOf(context.contract), 'equals').filter(
      (_, place) => both || place === turn % 2,
    );
    const filters = [...id, ...names.flatMap((attribute) => drawn(attribute))];
    for (const filter of filters)
      await context.exchange(listingCall(context, node, { ...wholeQuery, filter }));
  },
});
