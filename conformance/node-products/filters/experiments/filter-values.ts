import { listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { drawFrom } from '../../../core/draw.ts';
import type { Page } from '../../../core/evidence.ts';
import { listingCall, type Query, wholePage } from '../../calls.ts';
import { readFirst, readingsOf } from '../../listing.ts';
import { askFor, askForFind, type Find, findsOn, wholeQuery } from '../asking.ts';
import { type Attribute, attributesThat, isSurelyTaken } from '../filter.ts';

/** How a filter is asked for, by turns: a fault may lie where one of the parameters is left out. */
const manners: readonly Query[] = [{ offset: 0 }, wholeQuery, {}, { limit: wholePage }];

/** What is in values that a pattern for them might have forgotten; the last is that they are long. */
const signs = [/-/, /_/, /\./, /\d/, /^.{64}/];

/** Where capitals are that a pattern might have forgotten: names begin with one, and slugs rarely have any. */
const capitals = (attribute: Attribute): RegExp => (attribute === 'slug' ? /[A-Z]/ : /[A-Z].*[A-Z]/);

/**
 * Asks each node for values that it shows: names, slugs and ids, some drawn, with spaces and without, short and long,
 * with each sign that is in any; the last product of a node that needs several pages, and a value that two products
 * share. One that is not first, and one that two share, are asked for in pages as well.
 */
export default experiment({
  runFor: async (context, node) => {
    const readings = await readingsOf(context);
    const pages = await readFirst(context, node);
    const own = `${node.hierarchy}/${node.node}`;
    const times = Math.max(1, Math.floor(context.draws / 10));
    const attributes = attributesThat(listOf(context.contract));
    const names = findsOn(pages, 'name');
    const spaced = names.filter(({ value }) => value.includes(' '));
    const short = names.filter(({ value }) => value.length < 3);
    const draw = (sort: string, finds: readonly Find[]): Find[] =>
      drawFrom(context.seed, `values ${sort} ${own}`, finds, times);
    const signed = attributesThat(listOf(context.contract), 'equals').flatMap((attribute) =>
      [...signs, capitals(attribute)].flatMap((sign, turn) =>
        draw(`${attribute} ${turn}`, ownWith(sign, attribute, turn)),
      ),
    );
    // A value with a sign is one of those that are drawn, too, unless a space in it makes its rejection a lesser fault.
    const drawn = attributes
      .filter(
        (attribute) => !signed.some((find) => find.attribute === attribute && isSurelyTaken(find.value)),
      )
      .flatMap((attribute) => draw(attribute, notFirst(pages, taken(pages, attribute))));
    const last = attributes.flatMap((attribute) => taken(pages, attribute).slice(-1));
    const finds = [
      ...drawn,
      ...signed,
      ...draw('spaced', spaced),
      ...draw('short', short),
      ...(pages.length > 1 ? last : []),
    ];
    const [behind] = draw('behind', notFirst(pages, finds));
    const twin = twinIn(names);
    for (const [index, find] of [...new Set(finds)].entries())
      await askForFind(context, node, find, find === behind ? wholeQuery : mannerOf(find, index));
    // Of many nodes, every other one is asked for a page of what matches, and the others for what lies behind it.
    const { nodes } = context.target;
    const isOdd = nodes.indexOf(node) % 2 === 1;
    const [isPaged, isPassed] = nodes.length < 4 ? [true, true] : [!isOdd, isOdd];
    if (behind)
      await askInPages(
        behind,
        isPaged ? [{ limit: 1, offset: 0 }] : [],
        isPassed ? { limit: 2, offset: 1 } : undefined,
      );
    if (twin)
      await askInPages(
        twin,
        [0, 1].map((offset) => ({ limit: 1, offset })),
        { limit: 2, offset: 2 },
      );

    /** The result of a value with a sign, or of the last one, says most where an offset is given. */
    function mannerOf(find: Find, index: number): Query {
      const able = [...signed, ...last].includes(find) ? manners.slice(0, 2) : manners;
      return able[index % able.length] ?? wholeQuery;
    }
    /** Values with a sign, if it is for this node to ask for one: a node is enough for each. Best without a space. */
    function ownWith(sign: RegExp, attribute: Attribute, turn: number): Find[] {
      for (const find of [taken, findsOn]) {
        const having = (walk: readonly Page[]): Find[] =>
          find(walk, attribute).filter(({ value }) => sign.test(value));
        const able = readings.filter((walk) => having(walk.pages).length > 0);
        if (able.length > 0) return able[turn % able.length]?.node === node ? having(pages) : [];
      }
      return [];
    }
    /** The whole of what a filter returns, pages of it, and what lies behind: an empty listing. */
    async function askInPages(find: Find, windows: readonly Query[], behindAll?: Query): Promise<void> {
      if (!(await askForFind(context, node, find))) return;
      for (const window of windows) await askForFind(context, node, find, window);
      if (behindAll)
        await context.exchange(listingCall(context, node, { ...behindAll, filter: askFor(find) }));
    }
  },
});

/** The values that a filter is not to reject. */
const taken = (pages: readonly Page[], attribute: Attribute): readonly Find[] =>
  findsOn(pages, attribute).filter(({ value }) => isSurelyTaken(value));

const notFirst = ([first]: readonly Page[], finds: readonly Find[]): Find[] =>
  finds.filter(({ item }) => item !== first?.items[0]);

/** A value that two of these show. */
function twinIn(finds: readonly Find[]): Find | undefined {
  const shared = Map.groupBy(finds, ({ value }) => value);
  return finds.find(({ value }) => (shared.get(value)?.length ?? 0) > 1);
}
