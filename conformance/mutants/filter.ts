import { isLost, type Mutant } from '../../src/wire/exchange.ts';
import { at, type JsonObject } from '../../src/wire/json.ts';
import type { Target } from '../engine/target.ts';
import { type Asked, asked, asking, changeListing, misread, productsOf, wholeListing } from './listing.ts';
import { operationOf } from './reply.ts';

type Filtered = Asked & { readonly filter: string };
const isFiltered = (query: Asked): query is Filtered => query.filter !== undefined;

/** Checks a filter and then lists the node as though there were none. */
export const ignoreFilter = (chosen: (query: Filtered, matches: number) => boolean): Mutant =>
  misread((query, _, matches) =>
    isFiltered(query) && chosen(query, matches) ? { filter: undefined } : undefined,
  );

/** Finds nothing, whatever matches. */
export const loseMatches = (chosen: (query: Filtered) => boolean): Mutant =>
  misread((query) => (isFiltered(query) && chosen(query) ? { filter: 'eq(name,assay-lost)' } : undefined));

/** Takes a refused filter for an absent one. */
export const forgiveFilter =
  (chosen: (filter: string) => boolean): Mutant =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    const { filter } = asked(call);
    const refused = operationOf(call) === 'node-products' && !isLost(reply) && reply.status > 299;
    return refused && filter !== undefined && chosen(filter)
      ? next(asking(call, { filter: undefined }))
      : reply;
  };

/** Where nothing equals the name or slug asked for, brings what matches it in a looser sense. */
export const matchLoosely = (
  matches: (shown: string, value: string) => boolean,
  attribute = 'name',
): Mutant =>
  changeListing(async (json, query, next, call) => {
    const start = `eq(${attribute},`;
    const value = query.filter?.startsWith(start) ? query.filter.slice(start.length, -1) : undefined;
    if (value === undefined || productsOf(json).length > 0) return undefined;
    const whole = await wholeListing(next, call, { ...query, filter: undefined });
    const data = whole.products.filter((product) =>
      matches(String(at(product, 'attributes', attribute)), value),
    );
    return { ...json, data };
  });

/** Of a list of ids, looks for the first few only. */
export const listUpTo = (count: number): Mutant =>
  misread(({ filter }) => {
    const ids = /^in\(id,(.*)\)$/.exec(filter ?? '')?.[1]?.split(',') ?? [];
    return ids.length <= count ? undefined : { filter: `in(id,${ids.slice(0, count).join(',')})` };
  });

/** Of several products of the name asked for, brings only the first. */
export const firstMatch: Mutant = changeListing((json, { filter }) =>
  filter?.startsWith('eq(name,') ? { ...json, data: productsOf(json).slice(0, 1) } : undefined,
);

/** Looks for ids among the first hundred products of a node only. */
export const shortSighted: Mutant = changeListing(async (json, query, next, call) => {
  if (!query.filter?.startsWith('in(')) return undefined;
  const whole = await wholeListing(next, call, { ...query, filter: undefined });
  const near = new Set(whole.products.slice(0, 100).map(({ id }) => id));
  return { ...json, data: productsOf(json).filter(({ id }) => near.has(id ?? null)) };
});

/** Where nothing of the node matches, looks in every node of the target. */
export const borrow =
  (chosen: (filter: string) => boolean) =>
  ({ nodes }: Target): Mutant =>
  (next) =>
    changeListing(async (json, { filter }, _, call) => {
      if (filter === undefined || !chosen(filter) || filter.split(',').length > 2) return undefined;
      if (productsOf(json).length > 0) return undefined;
      for (const { hierarchy, node } of nodes) {
        const elsewhere = call.target.replace(
          /hierarchies\/[^/]+\/nodes\/[^/]+/,
          `hierarchies/${hierarchy}/nodes/${node}`,
        );
        const found = await wholeListing(next, { ...call, target: elsewhere }, asked(call));
        if (found.products.length > 0) return { ...json, data: found.products as JsonObject[] };
      }
      return undefined;
    })(next);

/** Puts a fault in front of the second node of the target only. */
export const onSecondNode =
  (fault: Mutant) =>
  ({ nodes }: Target): Mutant =>
  (next) => {
    const faulty = fault(next);
    return (call) => (call.target.includes(`/nodes/${nodes[1]?.node}/`) ? faulty(call) : next(call));
  };
