import type { OperationId } from '../../src/contract/contract.ts';
import type { Answer, Listing, Page } from '../core/evidence.ts';
import type { NodeTarget, Target } from '../core/target.ts';
import { isPlain } from '../interface/claims.ts';
import { changeIn } from '../interface/whole.ts';

/** All that a run saw, beyond what claims fold as it comes. */
type Evidence = {
  readonly take: (answer: Answer) => void;
  /** What was seen of each node: those of the target file in its order, then others as they came. */
  readonly listings: () => Listing[];
  /** The first accepted creations of each operation. */
  readonly creations: () => readonly Answer[];
};

/** How many creations of an operation are kept, and how many bytes the body of each may have. */
const mostCreations = 50;
const mostBytes = 64 * 1024;

/** Gathers the evidence of a run. */
export function createEvidence({ nodes, live: elsewhere = [] }: Target): Evidence {
  const pages = new Map<NodeTarget, Page[]>(nodes.map((node) => [node, []]));
  const unserved = new Map<NodeTarget, Page[]>(nodes.map((node) => [node, []]));
  const creations = new Map<OperationId, Answer[]>();
  return {
    take: (answer) => {
      const { operation, accepted, request, reply, page, unserved: missing } = answer;
      const isSound = accepted && request.json !== undefined && request.defects.length === 0;
      if (isSound && reply.body.byteLength <= mostBytes) {
        const own = creations.get(operation) ?? [];
        if (own.length < mostCreations) creations.set(operation, [...own, answer]);
      }
      const { node } = page ?? missing ?? {};
      if (node && !pages.has(node)) pages.set(node, []);
      if (node && !unserved.has(node)) unserved.set(node, []);
      if (page?.node) pages.get(page.node)?.push(page);
      if (missing?.node) unserved.get(missing.node)?.push(missing);
    },
    creations: () => [...creations.values()].flat(),
    listings: () => {
      const live = liveByHierarchy(pages, elsewhere);
      const listings = [...pages].map(([node, seen]) => ({
        node,
        pages: seen.filter(isPlain).toSorted(byTurn),
        others: seen.filter((page) => !isPlain(page)),
        aside: [],
        unserved: (unserved.get(node) ?? []).toSorted(byTurn),
        liveInHierarchy: live.get(node.hierarchy.toLowerCase()) ?? new Map(),
      }));
      const changes = new Map<string, string>();
      for (const listing of listings) {
        const change = changeIn(listing);
        if (change !== undefined) changes.set(listing.node.hierarchy.toLowerCase(), change);
      }
      return listings.map((listing) => {
        const changed = changes.get(listing.node.hierarchy.toLowerCase());
        return changed === undefined ? listing : { ...listing, changed };
      });
    },
  };
}

const byTurn = (one: Page, other: Page): number => one.turn - other.turn;

/**
 * A node as some pages alone show it. Pages of other nodes among them show what is live; beyond those, what was seen of the
 * hierarchy is no evidence then, the operator's word is.
 */
export function narrowedTo(listing: Listing, pages: readonly Page[], unserved: readonly Page[]): Listing {
  const seen = pages
    .filter((page) => isPlain(page) && page.query.filter === undefined)
    .flatMap((page) => page.items.flatMap(({ id }) => (id === undefined ? [] : [[id, page] as const])));
  const named = [...listing.liveInHierarchy].filter(([, page]) => page === undefined);
  const isOwn = ({ node }: Page): boolean => node === listing.node;
  return {
    ...listing,
    pages: pages.filter((page) => isOwn(page) && isPlain(page)),
    others: pages.filter((page) => isOwn(page) && !isPlain(page)),
    unserved: unserved.filter(isOwn),
    liveInHierarchy: new Map([...seen, ...named]),
  };
}

/** Ids known to be live, by hierarchy: listed without a filter, or named by the operator. */
function liveByHierarchy(
  pages: ReadonlyMap<NodeTarget, readonly Page[]>,
  elsewhere: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, Page | undefined>> {
  const live = new Map<string, Map<string, Page | undefined>>();
  const liveIn = ({ hierarchy }: NodeTarget): Map<string, Page | undefined> => {
    const known = live.get(hierarchy.toLowerCase()) ?? new Map<string, Page | undefined>();
    live.set(hierarchy.toLowerCase(), known);
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
