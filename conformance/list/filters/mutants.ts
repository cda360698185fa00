import { listOf } from '../../../src/contract/list.ts';
import { type Call, isLost, type Mutant } from '../../../src/http/exchange.ts';
import { at, type Json, type JsonObject, withAt } from '../../../src/json/json.ts';
import { operationOf } from '../../core/operation-of.ts';
import type { MutantTable } from '../../core/rule.ts';
import type { Target } from '../../core/target.ts';
import {
  type Asked,
  asked,
  asking,
  changeListing,
  componentsOf,
  looksFor,
  looksForAny,
  misread,
  productsOf,
  totalOf,
  wholeListing,
  withoutFlag,
} from '../mutants.ts';
import {
  type Attribute,
  bareName,
  fieldOf,
  filterFor,
  isFound,
  isGlob,
  isLike,
  isNear,
  listFilter,
  rawFilters,
  restOf,
  takes,
} from './filter.ts';
import { words } from './odd-filters.ts';

/** Rejects a filter in which a sign is percent-encoded. */
export const rejectEncoded =
  (sign: string): Mutant =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    return isEncoded(call, sign) && !isLost(reply) ? { ...reply, status: 400 } : reply;
  };

/** Takes a filter in which a sign is percent-encoded for an absent one. */
export const ignoreEncoded =
  (sign: string): Mutant =>
  (next, contract) =>
  (call) =>
    next(isEncoded(call, sign) ? asking(call, { filter: undefined }, listOf(contract)) : call);

const isEncoded = (call: Call, sign: string): boolean =>
  operationOf(call) === 'node-products' &&
  rawFilters(call.target).some((filter) => filter.toUpperCase().includes(sign));

type Filtered = Asked & { readonly filter: string };

const isFiltered = (query: Asked): query is Filtered => query.filter !== undefined;

/** Checks a filter and then lists the node as though there were none. */
export const ignoreFilter = (chosen: (query: Filtered, matches: number) => boolean): Mutant =>
  misread((query, _, matches) =>
    isFiltered(query) && chosen(query, matches) ? { filter: undefined } : undefined,
  );

/** Shows nothing, whatever matches; what matches is counted all the same. */
export const loseMatches = (chosen: (query: Filtered) => boolean): Mutant =>
  changeListing((json, query) =>
    isFiltered(query) && chosen(query) ? includedOf({ ...json, data: [] }, []) : undefined,
  );

const includedOf = (json: JsonObject, components: readonly Json[]): JsonObject =>
  withAt(json, ['included', 'component_products'], [...components]) as JsonObject;

const countOf = (json: JsonObject, { list }: Asked, total: number): JsonObject =>
  withAt(json, list.total, total) as JsonObject;

/** Takes a rejected filter for an absent one. */
export const forgiveFilter =
  (chosen: (query: Filtered) => boolean): Mutant =>
  (next, contract) =>
  async (call) => {
    const reply = await next(call);
    const query = asked(call, contract);
    const rejected = operationOf(call) === 'node-products' && !isLost(reply) && reply.status > 299;
    return rejected && isFiltered(query) && chosen(query)
      ? next(asking(call, { filter: undefined }, query.list))
      : reply;
  };

/** Where nothing equals the name, slug or id asked for, returns what matches it in a looser sense. */
export const matchLoosely = (
  matches: (shown: string, value: string) => boolean,
  key: Attribute = 'name',
): Mutant =>
  changeListing(async (json, query, next, call) => {
    const value = restOf(query.list, key, query.filter)?.slice(0, -1);
    if (value === undefined || productsOf(json).length > 0) return undefined;
    if ((await wholeListing(next, call, query)).products.length > 0) return undefined;
    const whole = await wholeListing(next, call, { ...query, filter: undefined });
    const data = whole.products.filter((product) =>
      matches(String(at(product, ...fieldOf(query.list, key).place)), value),
    );
    // Links to the pages of another listing would lead elsewhere.
    const page = data
      .slice(query.offset, query.offset + (query.limit ?? data.length))
      .map(({ links: _links, ...product }): JsonObject => product);
    const components = componentsOf(page).flatMap((id) => whole.components.get(id) ?? []);
    return countOf(includedOf({ ...json, data: page }, components), query, data.length);
  });

/** Of a list of ids, looks for the first few only. */
export const listUpTo = (count: number): Mutant =>
  misread(({ filter, list }) => {
    const ids = restOf(list, 'id', filter)?.slice(0, -1).split(',') ?? [];
    return ids.length <= count ? undefined : { filter: listFilter(list, ids.slice(0, count)) };
  });

/** Cuts pages smaller than the largest out of the whole node, and then leaves what matches. */
export const cutBeforeFilter: Mutant = changeListing(async (json, query, next, call) => {
  const { filter, largest, limit = largest, offset } = query;
  if (filter === undefined || limit >= largest || filter.split(',').length > 2) return undefined;
  const matching = new Set((await wholeListing(next, call, query)).products.map(({ id }) => id));
  const whole = await wholeListing(next, call, { ...query, filter: undefined });
  return { ...json, data: whole.products.slice(offset, offset + limit).filter(({ id }) => matching.has(id)) };
});

/** Of the page that a name fills, and that leaves matches behind, leaves one out. */
export const shortOfOne: Mutant = changeListing(async (json, query, next, call) => {
  const { limit, offset } = query;
  if (!looksForAny(query, 'equals') || limit === undefined) return undefined;
  const whole = await wholeListing(next, call, query);
  return whole.products.length > offset + limit ? { ...json, data: productsOf(json).slice(1) } : undefined;
});

/** Lists what every node of the target holds, its own products first, whatever a filter of these asks of it. */
export const listEverything =
  (chosen: (query: Filtered) => boolean) =>
  ({ nodes }: Target): Mutant =>
  (next, contract) => {
    const everything = changeListing(async (json, query, _, call) => {
      const own = await wholeListing(next, call, query);
      const others: JsonObject[] = [];
      for (const node of nodes) {
        const there = { ...call, target: call.target.replace(nodeInTarget, pathTo(node)) };
        others.push(...(await wholeListing(next, there, query)).products);
      }
      const ids = new Set(own.products.map(({ id }) => id));
      const foreignProducts = others.filter(
        (one) => !ids.has(one.id ?? null) && componentsOf([one]).length === 0,
      );
      // Of a page that its own products fill, the last makes way.
      const data = [
        ...productsOf(json).slice(0, query.largest - 1),
        ...foreignProducts.map(withoutFlag),
      ].slice(0, query.largest);
      return { ...json, data };
    })(next, contract);
    return (call) => {
      const query = asked(call, contract);
      return isFiltered(query) && chosen(query)
        ? everything(asking(call, { filter: undefined }, query.list))
        : next(call);
    };
  };

const nodeInTarget = /hierarchies\/[^/]+\/nodes\/[^/]+/;

const pathTo = ({ hierarchy, node }: Target['nodes'][number]): string =>
  `hierarchies/${hierarchy}/nodes/${node}`;

/** Of several products of the name asked for, returns only the first. */
export const firstMatch: Mutant = changeListing((json, query) =>
  looksFor(query, 'name') ? { ...json, data: productsOf(json).slice(0, 1) } : undefined,
);

/** Looks for ids among the first hundred products of a node only. */
export const filterFirstHundred: Mutant = changeListing(async (json, query, next, call) => {
  if (!looksFor(query, 'id', /^[^,]+$/)) return undefined;
  const whole = await wholeListing(next, call, { ...query, filter: undefined });
  const near = new Set(whole.products.slice(0, query.largest).map(({ id }) => id));
  return { ...json, data: productsOf(json).filter(({ id }) => near.has(id ?? null)) };
});

/** Where nothing of the node matches, looks in every node of the target. */
export const borrow =
  (chosen: (query: Filtered) => boolean) =>
  ({ nodes }: Target): Mutant =>
  (next, contract) =>
    changeListing(async (json, query, _, call) => {
      if (!isFiltered(query) || !chosen(query) || query.filter.split(',').length > 2) return undefined;
      if (productsOf(json).length > 0) return undefined;
      if ((await wholeListing(next, call, asked(call, contract))).products.length > 0) return undefined;
      for (const node of nodes) {
        const elsewhere = call.target.replace(nodeInTarget, pathTo(node));
        const found = await wholeListing(next, { ...call, target: elsewhere }, asked(call, contract));
        if (found.products.length > 0)
          return countOf({ ...json, data: found.products as JsonObject[] }, query, found.products.length);
      }
      return undefined;
    })(next, contract);

/** Puts a fault in front of every other node of the target. */
export const onEveryOtherNode =
  (fault: Mutant) =>
  ({ nodes }: Target): Mutant =>
  (next, contract) => {
    const faulty = fault(next, contract);
    const chosen = nodes.filter((_, place) => place % 2 === 1);
    return (call) =>
      chosen.some(({ node }) => call.target.includes(`/nodes/${node}/`)) ? faulty(call) : next(call);
  };

/** Puts a fault in front of the second node of the target only. */
export const onSecondNode =
  (fault: Mutant) =>
  ({ nodes }: Target): Mutant =>
  (next, contract) => {
    const faulty = fault(next, contract);
    return (call) => (call.target.includes(`/nodes/${nodes[1]?.node}/`) ? faulty(call) : next(call));
  };

/** Shows a live product of another node at the end of some pages; without a filter, instead of the last. */
export const foreignProductWhere =
  (chosen: (asked: Asked, id: string) => boolean) =>
  ({ nodes }: Target): Mutant =>
    changeListing((json, asked) => {
      const own = nodes.find(({ node }) => asked.path.includes(`/nodes/${node}/`));
      const id = nodes
        .filter((node) => node !== own)
        .flatMap(({ live = [] }) => live)
        .find((one) => !own?.live?.includes(one) && chosen(asked, one));
      const products = productsOf(json);
      if (id === undefined || products.length === 0) return undefined;
      const kept = asked.filter === undefined ? products.slice(0, -1) : products;
      const data = [...kept, { id, type: 'product', attributes: { product_types: ['standard'] } }];
      const total = totalOf(json, asked.list) + data.length - products.length;
      return withAt({ ...json, data }, asked.list.total, total);
    });

/** Senses in which a value may be taken for a pattern. */
const patternSenses: Readonly<Record<string, (shown: string, value: string) => boolean>> = {
  'a filter by %s is a LIKE': isLike,
  'a filter by %s is a GLOB': isGlob,
  'a filter by %s is a regular expression': isFound,
};

/** Senses in which a value may be taken to match what a product shows, looser than being equal. */
const senses: Readonly<Record<string, (shown: string, value: string) => boolean>> = {
  'the beginning of a %s returns its product': (shown, value) => shown.startsWith(value),
  'the end of a %s returns its product': (shown, value) => shown.endsWith(value),
  'any part of a %s returns its product': (shown, value) => shown.includes(value),
  'a value returns each product whose %s is its beginning': (shown, value) => value.startsWith(shown),
  ...patternSenses,
  'a filter by %s forgives a wrong letter': (shown, value) =>
    shown.length === value.length &&
    [...shown].filter((letter, index) => letter !== value[index]).length === 1,
  'a filter by %s trims the signs at the end': (shown, value) => trimmed(shown) === trimmed(value),
  'a filter by %s looks at letters and digits only': (shown, value) => bare(shown) === bare(value),
};

const trimmed = (text: string): string => text.replace(/[^A-Za-z0-9]+$/, '');

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** What a rule on the soundness of a filter by name or by slug is to catch. */
export function looseMatching(key: Attribute): MutantTable {
  const attribute = bareName(key);
  // What differs in letter case only is another matter.
  const matching = (matches: (shown: string, value: string) => boolean): Mutant =>
    matchLoosely((shown, value) => !isNear(shown, value) && matches(shown, value), key);
  return {
    [`a filter by ${attribute} is checked but not applied`]: ignoreFilter((query) =>
      looksFor(query, key, /^[^'"]*$/),
    ),
    ...Object.fromEntries(
      words.map((word) => [
        `the ${attribute} ${word} is taken for none`,
        ignoreFilter(({ filter, list }) => takes(list, key) && filter === filterFor(list, key, word)),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(patternSenses).map(([name, matches]) => [
        `${name.replace('%s', attribute)}, on every other node`,
        { wireFor: onEveryOtherNode(matching(matches)) },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(senses).map(([name, matches]) => [name.replace('%s', attribute), matching(matches)]),
    ),
  };
}
