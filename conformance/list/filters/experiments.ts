import fc from 'fast-check';
import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import type { Call } from '../../../src/http/exchange.ts';
import { experiments } from '../../core/context.ts';
import { draw, drawFrom } from '../../core/draw.ts';
import type { Page } from '../../core/evidence.ts';
import type { NodeTarget } from '../../core/target.ts';
import { followFrom } from '../links/following.ts';
import { readFirst, readingsOf } from '../listing.ts';
import { listingCall, numbered, type Query, wholePage } from '../query.ts';
import {
  ask,
  askFor,
  askForFind,
  askForList,
  askForNobody,
  type Find,
  findsOn,
  wholeQuery,
} from './asking.ts';
import {
  type Attribute,
  attributesThat,
  filterFor,
  isEncodable,
  isSurelyTaken,
  listFilter,
  nearKey,
  shownValue,
  takes,
} from './filter.ts';
import {
  canBeMissed,
  filtersFor,
  hiddenIds,
  misses,
  oddFilters,
  offGrammar,
  patterns,
  words,
} from './odd-filters.ts';

/** What names hold that servers lose them by: decoding them twice, escaping, folding or cutting them. */
const encodableSigns = [
  /\+/,
  /%(?![0-9a-f]{2})/i,
  /%[0-9a-f]{2}/i,
  /&/,
  /#/,
  /=/,
  /</,
  / {2}/,
  /[\u00c0-\u024f]/,
  /\p{L}\p{M}/u,
  /\p{Extended_Pictographic}/u,
  /^.{256}/,
];

/** Ways to write the same filter that form encoders and clients have. */
const codings: readonly ((filter: string) => string)[] = [
  (filter) => filter.replace(',', '%2C'),
  (filter) => filter.replace('(', '%28').replace(')', '%29'),
  (filter) => filter.replace('(', '%28').replace(',', '%2C').replace(')', '%29'),
];

const recoded =
  (coding: (filter: string) => string) =>
  (call: Call): Call => ({
    ...call,
    target: call.target.replace(/(?<=[?&]filter=)[^&]*/, (filter) => coding(filter)),
  });

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

const declinesBy = (list: ListStructure) => ({
  why: `the target declines a list of ids in ${filterFor(list, 'id', '…')}, and takes one at a time`,
});

/** Ids that differ in the last digit alone. */
const otherEnds = (id: string): string[] => [...'0123456789abcdef'].map((digit) => id.slice(0, -1) + digit);

/** How each attribute is asked for; without a limit a server may go another way. */
const mannersOf = (attribute: Attribute): readonly Query[] =>
  attribute === 'name' ? [wholeQuery, { limit: 1, offset: 0 }] : attribute === 'id' ? [wholeQuery] : [{}];

/** How a filter is asked for, by turns: a fault may lie where one of the parameters is left out. */
const manners: readonly Query[] = [{ offset: 0 }, wholeQuery, {}, { limit: wholePage }];

/** What is in values that a pattern for them might have forgotten; the last is that they are long. */
const signs = [/-/, /_/, /\./, /\d/, /^.{64}/];

/** Where capitals are that a pattern might have forgotten: names begin with one, and slugs rarely have any. */
const capitals = (attribute: Attribute): RegExp => (attribute === 'slug' ? /[A-Z]/ : /[A-Z].*[A-Z]/);

/** The values that a filter is not to reject. */
const taken = (pages: readonly Page[], attribute: Attribute): readonly Find[] =>
  findsOn(pages, attribute).filter(({ value }) => isSurelyTaken(value));

const notFirst = ([first]: readonly Page[], finds: readonly Find[]): Find[] =>
  finds.filter(({ item }) => item !== first?.items[0]);

export default experiments('list', {
  /**
   * Asks for the first name with each of these signs, for its spelling without accents and without the second of two spaces,
   * and follows the links of pages whose filter means
   * something else unless they encode it.
   */
  'filter-encodable': {
    run: async (context) => {
      if (!takes(listOf(context.contract), 'name')) return;
      const shown = (await readingsOf(context)).flatMap(({ node, pages }) =>
        pages.flatMap((page) =>
          page.items.flatMap(({ name }) =>
            name !== undefined && isEncodable(name) ? [{ node, page, name }] : [],
          ),
        ),
      );
      const chosen = encodableSigns.flatMap((sign) => shown.find(({ name }) => sign.test(name)) ?? []);
      for (const { node, page, name } of new Set(chosen)) {
        await ask(context, node, filterFor(listOf(context.contract), 'name', name), wholeQuery, {
          clause: 'node-products/filter-encodable-served',
          shownOn: page,
          still: ({ items }) => items.some((one) => one.name === name),
        });
        const folded = name
          .normalize('NFD')
          .replace(/\p{M}+/gu, '')
          .replace(/ +/g, ' ');
        // One name with accents is enough, and those that have them after their letters are rarer.
        if (folded.normalize() === name.normalize() || name !== name.normalize()) continue;
        await context.exchange(
          listingCall(context, node, {
            ...wholeQuery,
            filter: filterFor(listOf(context.contract), 'name', folded),
          }),
        );
      }
      const linked = new Set(chosen.filter(({ name }) => /[&+]/.test(name)));
      for (const { node, name } of linked)
        await followFrom(context, node, {
          filter: filterFor(listOf(context.contract), 'name', name),
          limit: 1,
          offset: 0,
        });
    },
  },
  /** Asks a node that has products for some of them with the comma and the parentheses percent-encoded. */
  'filter-encoded': {
    run: async (context) => {
      for (const node of context.target.nodes) {
        const pages = await readFirst(context, node);
        const finds = attributesThat(listOf(context.contract))
          .toReversed()
          .flatMap((attribute) =>
            drawFrom(
              context.seed,
              `encoded ${attribute}`,
              findsOn(pages, attribute).filter(({ value }) => isSurelyTaken(value)),
              1,
            ),
          );
        if (finds.length === 0) continue;
        for (const [index, coding] of codings.entries()) {
          const find = finds[index % finds.length];
          if (!find) continue;
          // Where the filter is rejected as the specification shows it, another coding of it says nothing.
          if (!(await askForFind(context, node, find))) continue;
          const taking = {
            clause: 'node-products/filter-encoded',
            what: `an encoded filter for ${find.value}`,
            shownOn: find.page,
          };
          await ask(
            context,
            node,
            filterFor(listOf(context.contract), find.attribute, find.value),
            wholeQuery,
            taking,
            recoded(coding),
          );
        }
        return;
      }
    },
  },
  /**
   * Asks each node for products that only others have: by an id and by a name or a slug, by turns, of its own hierarchy and
   * of another.
   */
  'filter-foreign': {
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
  },
  /** Asks each node for a product that is attached to it but not live, in every way that would return it were it live. */
  'filter-hidden': {
    runFor: async (context, node) => {
      // What is attached to no node of the target is asked for on the first.
      const { hidden: elsewhere = [], nodes } = context.target;
      const hidden = [...(node.hidden ?? []), ...(node === nodes[0] ? elsewhere : [])];
      const [live] = findsOn(await readFirst(context, node), 'id');
      const times = Math.max(1, Math.floor(context.draws / 10));
      const sought = drawFrom(context.seed, `hidden ${node.hierarchy}/${node.node}`, hidden, times);
      // On every other node, one that is not live is asked for among live ones with an id of another node, too.
      const among = nodes.indexOf(node) % 2 === 1 ? live?.value : undefined;
      const filters = sought.flatMap((product) => filtersFor(listOf(context.contract), product, among));
      for (const filter of filters)
        await context.exchange(listingCall(context, node, { ...wholeQuery, filter }));
    },
  },
  /**
   * Asks each node for lists of ids: of a few, in pages too, of dozens, and of one of another node
   * and one that is not live among its own.
   */
  'filter-lists': {
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
  },
  /**
   * Asks for names and slugs that miss a real one narrowly, and for words that some language takes for another value. Every
   * way to miss goes to some node, the next way to the next node. An id that misses one is asked for, too.
   */
  'filter-near-misses': {
    run: async (context) => {
      const letters = draw(
        context.seed,
        'letters',
        fc.constantFrom(...'bcdfghjklmnprstvwz0123456789'),
        misses.length,
      );
      const readings = await readingsOf(context);
      for (const [turn, attribute] of attributesThat(listOf(context.contract))
        .filter((key) => key !== 'id')
        .entries()) {
        const able = readings
          .map(({ node, pages }) => ({
            node,
            finds: findsOn(pages, attribute).filter(({ value }) => canBeMissed(value)),
          }))
          .filter(({ finds }) => finds.length > 1);
        const ask = async (place: number, what: string, make: (value: string) => string): Promise<void> => {
          const { node, finds = [] } = able[(place + turn) % able.length] ?? {};
          const [find] = drawFrom(context.seed, `${what} ${attribute} ${place}`, finds, 1);
          if (!node || !find) return;
          const filter = filterFor(listOf(context.contract), attribute, make(find.value));
          await context.exchange(listingCall(context, node, { ...wholeQuery, filter }));
        };
        for (const [index, way] of misses.entries())
          await ask(index, 'miss', (value) => way(value, letters[index] ?? 'z'));
        for (const [index, way] of patterns.entries()) await ask(index, 'pattern', (value) => way(value, ''));
        for (const [index, word] of words.entries()) await ask(index, 'word', () => word);
      }
      const ids = readings.flatMap(({ node, pages }) =>
        findsOn(pages, 'id').map(({ value }) => ({ node, value })),
      );
      const known = new Set(ids.map(({ value }) => value.toLowerCase()));
      const [one] = drawFrom(context.seed, 'miss id', ids, 1);
      const missed = one && otherEnds(one.value).find((value) => !known.has(value.toLowerCase()));
      if (one === undefined || missed === undefined) return;
      const filter = filterFor(listOf(context.contract), 'id', missed);
      await context.exchange(listingCall(context, one.node, { ...wholeQuery, filter }));
    },
  },
  /** Asks for names, slugs and ids that no product can have, each of some node that has products. */
  'filter-none': {
    run: async (context) => {
      const filled = (await readingsOf(context)).filter(({ pages: [first] }) => (first?.size ?? 0) > 0);
      for (const attribute of attributesThat(listOf(context.contract)))
        for (const manner of mannersOf(attribute))
          for (const { node, pages } of choose(attribute, manner))
            if (pages[0]) await askForNobody(context, node, attribute, pages[0], manner);

      /** What was asked of the last node before all else need not be asked of another. */
      function choose(attribute: Attribute, manner: Query) {
        const last = filled.filter(({ node }) => node === context.target.nodes.at(-1));
        return attribute === 'name' && manner === wholeQuery && last.length > 0
          ? last
          : drawFrom(
              context.seed,
              `nobody ${attribute} ${numbered(context.contract, manner).limit}`,
              filled,
              1,
            );
      }
    },
  },
  /**
   * Sends filters that are unusual, each to some node, the next to the next: what no grammar has, fragments of SQL, what a
   * parser might stumble over. Whatever they bring is judged like any other page.
   */
  'filter-unusual': {
    run: async (context) => {
      const readings = await readingsOf(context);
      const full = readings.filter(({ pages }) => (pages[0]?.size ?? 0) > 1);
      const able = full.length > 0 ? full : readings;
      const structure = listOf(context.contract);
      const drawn = draw(context.seed, 'off grammar', offGrammar(structure), Math.ceil(context.draws / 10));
      const count = oddFilters(structure, '', '').length + drawn.length;
      for (let index = 0; index < count; index += 1) {
        const { node, pages } = able[index % able.length] ?? {};
        if (!node || !pages) return;
        const value = plainOf(findsOn(pages, 'name'), index) ?? 'Tent';
        const slug = plainOf(findsOn(pages, 'slug'), index) ?? 'tent';
        const filters = [...oddFilters(structure, value, slug), ...drawn.map((around) => around(value))];
        await context.exchange(listingCall(context, node, { ...wholeQuery, filter: filters[index] ?? '' }));
      }

      function plainOf(finds: readonly Find[], index: number): string | undefined {
        return drawFrom(
          context.seed,
          `odd ${index}`,
          finds.filter(({ value }) => isSurelyTaken(value)),
          1,
        )[0]?.value;
      }
    },
  },
  /**
   * Asks each node for values that it shows: names, slugs and ids, some drawn, with spaces and without, short and long,
   * with each sign that is in any; the last product of a node that needs several pages, and a value that two products
   * share. One that is not first, and one that two share, are asked for in pages as well.
   */
  'filter-values': {
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
  },
});

/** A value that two of these show. */
function twinIn(finds: readonly Find[]): Find | undefined {
  const shared = Map.groupBy(finds, ({ value }) => value);
  return finds.find(({ value }) => (shared.get(value)?.length ?? 0) > 1);
}
