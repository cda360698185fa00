import type { OperationId } from '../../src/contract/contract.ts';
import { creatorOf, isOfKind, type WithOperations } from '../../src/contract/operations.ts';
import { type HttpRequest, isLost } from '../../src/http/exchange.ts';
import { isPageOf, isPlain } from '../core/claims.ts';
import type { Accepted, Listing, Page, ReadExchange } from '../core/evidence.ts';
import { limitNamed } from '../core/status.ts';
import type { NodeTarget, Target } from '../core/target.ts';
import { changeIn } from '../list/reading.ts';

const mostCreations = 50;
const mostBytes = 64 * 1024;

export function createEvidence(contract: WithOperations, { nodes, live: elsewhere = [] }: Target) {
  const pages = new Map<NodeTarget, Page[]>(nodes.map((node) => [node, []]));
  const unserved = new Map<NodeTarget, Page[]>(nodes.map((node) => [node, []]));
  const creations = new Map<OperationId, ReadExchange[]>();
  return {
    take: (exchange: ReadExchange): void => {
      const { operation, accepted, requestContent, response, page, unserved: missing } = exchange;
      const isSound = accepted && requestContent.json !== undefined && requestContent.defects.length === 0;
      if (isSound && response.body.byteLength <= mostBytes) {
        const own = creations.get(operation) ?? [];
        if (own.length < mostCreations) creations.set(operation, [...own, exchange]);
      }
      // A page of a listing that has grown since shows what is no longer so.
      if (accepted && isOfKind(contract, operation, 'create'))
        for (const [scope, seen] of [...pages, ...unserved])
          if (creatorOf(contract, scope.operation ?? '')?.id === operation) seen.length = 0;
      const { node } = page ?? missing ?? {};
      if (node && !pages.has(node)) pages.set(node, []);
      if (node && !unserved.has(node)) unserved.set(node, []);
      if (page?.node) pages.get(page.node)?.push(page);
      if (missing?.node) unserved.get(missing.node)?.push(missing);
    },
    creations: (): readonly ReadExchange[] => [...creations.values()].flat(),
    /** Those of the target file first, in its order. */
    listings: (): Listing[] => {
      const live = liveByHierarchy(pages, elsewhere);
      const listings = [...pages].map(([node, seen]) => ({
        node,
        pages: seen.filter(isPlain).toSorted(byTurn),
        others: seen.filter(({ query }) => !query.isPlain),
        aside: [],
        unserved: (unserved.get(node) ?? []).filter(({ query }) => !query.further).toSorted(byTurn),
        liveInHierarchy: live.get(parentOf(node)) ?? new Map(),
      }));
      const changes = new Map<string, string>();
      for (const listing of listings) {
        const change = changeIn(listing);
        if (change !== undefined) changes.set(parentOf(listing.node), change);
      }
      return listings.map((listing) => {
        const changed = changes.get(parentOf(listing.node));
        return changed === undefined ? listing : { ...listing, changed };
      });
    },
    /** The same nodes, once for each combination of further parameters that was requested. */
    furtherListings: (): Listing[] =>
      [...pages].flatMap(([node, seen]) => {
        const all = [...new Set(seen.flatMap(({ query }) => query.further ?? []))];
        return all.map((further) => {
          const listing = { node: withoutDeclarations(node), further };
          const isOwn = isPageOf(listing);
          const missing = [...unserved.values()].flat();
          return {
            ...listing,
            pages: seen.filter(isOwn).toSorted(byTurn),
            others: [],
            aside: [],
            unserved: missing.filter(isOwn).toSorted(byTurn),
            liveInHierarchy: new Map(),
          };
        });
      }),
  };
}

const withoutDeclarations = ({ operation, values, hierarchy, node }: NodeTarget): NodeTarget => ({
  ...(operation === undefined ? {} : { operation }),
  ...(values ? { values } : {}),
  hierarchy,
  node,
});

/** Scopes with the same parent share what is known to be live. */
const parentOf = ({ operation = '', hierarchy }: NodeTarget): string =>
  `${operation} ${hierarchy.toLowerCase()}`;

const byTurn = (one: Page, other: Page): number => one.turn - other.turn;

/**
 * A listing with only some pages. Others of the hierarchy are not evidence then, except those given and what is
 * declared.
 */
export function narrowedTo(listing: Listing, pages: readonly Page[], unserved: readonly Page[]): Listing {
  const seen = pages
    .filter((page) => isPlain(page) && page.query.filter === undefined)
    .flatMap((page) => page.items.flatMap(({ id }) => (id === undefined ? [] : [[id, page] as const])));
  const named = [...listing.liveInHierarchy].filter(([, page]) => page === undefined);
  const isOwn = isPageOf(listing);
  const isOfNode = ({ node }: Page): boolean => node === listing.node;
  return {
    ...listing,
    pages: pages.filter(isOwn),
    others: pages.filter((page) => isOfNode(page) && !page.query.isPlain),
    unserved: unserved.filter((page) => isOfNode(page) || isOwn(page)),
    liveInHierarchy: new Map([...seen, ...named]),
  };
}

function liveByHierarchy(
  pages: ReadonlyMap<NodeTarget, readonly Page[]>,
  elsewhere: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, Page | undefined>> {
  const live = new Map<string, Map<string, Page | undefined>>();
  const liveIn = (node: NodeTarget): Map<string, Page | undefined> => {
    const known = live.get(parentOf(node)) ?? new Map<string, Page | undefined>();
    live.set(parentOf(node), known);
    return known;
  };
  for (const [node, seen] of pages) {
    const known = liveIn(node);
    for (const page of seen.filter((one) => isPlain(one) && one.query.filter === undefined))
      for (const { id } of page.items) if (id !== undefined) known.set(id, page);
  }
  for (const node of pages.keys())
    for (const id of [...(node.live ?? []), ...elsewhere]) liveIn(node).set(id.toLowerCase(), undefined);
  return live;
}

type Sizes = Readonly<Record<'body' | 'address' | 'longAddress' | 'header' | 'headers', number>>;

/** What a status says is too large; Node also returns 431 for a long address. */
const limited: ReadonlyMap<number, readonly (keyof Sizes)[]> = new Map([
  [413, ['body']],
  [414, ['address']],
  [431, ['header', 'headers', 'longAddress']],
]);

/** Every server should accept an address of this size (RFC 9110, 4.1). */
const shortest = 8000;

const none: Sizes = { body: 0, address: 0, longAddress: 0, header: 0, headers: 0 };

type Known = { readonly largest: Sizes; readonly first: number; readonly last: number };

export function noteAccepted(): Accepted & { readonly take: (exchange: ReadExchange) => void } {
  const known = new Map<OperationId, Known>();
  const turns = new WeakMap<object, number>();
  let turn = 0;
  return {
    take: ({ operation, accepted, request, response }) => {
      turn += 1;
      turns.set(response, turn);
      if (!accepted) return;
      const { largest = none, first = turn } = known.get(operation) ?? {};
      known.set(operation, { largest: larger(largest, sizesOf(request)), first, last: turn });
    },
    limitOf: (operation, { request, response }) => {
      const parts = isLost(response) ? undefined : limited.get(response.status);
      const { largest = none } = known.get(operation) ?? {};
      const sizes = sizesOf(request);
      return parts?.some((part) => sizes[part] > largest[part]) ? limitNamed(response) : undefined;
    },
    placeOf: (operation, { response }) => {
      const { first = Number.POSITIVE_INFINITY, last = 0 } = known.get(operation) ?? {};
      const at = turns.get(response) ?? 0;
      if (at < first) return 'first';
      return at < last ? 'between' : 'last';
    },
  };
}

function sizesOf({ target, headers, body }: HttpRequest): Sizes {
  const lengths = headers.map(([name, value]) => Buffer.byteLength(`${name}: ${value}\r\n`));
  const address = Buffer.byteLength(target);
  return {
    body: body?.byteLength ?? 0,
    address,
    longAddress: address > shortest ? address : 0,
    header: Math.max(0, ...lengths),
    headers: lengths.reduce((sum, length) => sum + length, 0),
  };
}

const larger = (one: Sizes, other: Sizes): Sizes => ({
  body: Math.max(one.body, other.body),
  address: Math.max(one.address, other.address),
  longAddress: Math.max(one.longAddress, other.longAddress),
  header: Math.max(one.header, other.header),
  headers: Math.max(one.headers, other.headers),
});
