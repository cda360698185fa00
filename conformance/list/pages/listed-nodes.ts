import { readBody } from '../../../src/json/body.ts';
import { isObject, type JsonObject } from '../../../src/json/json.ts';
import type { Context, Premises } from '../../core/context.ts';
import type { Page } from '../../core/evidence.ts';
import type { ChoiceEvidence } from '../../core/observation.ts';
import { nodesLine } from '../../core/remedies.ts';
import type { NodeTarget } from '../../core/target.ts';
import { Withheld } from '../../core/verdict.ts';
import { plainPages } from '../reading.ts';
import type { Query } from '../calls.ts';
import { numbered, wholePage } from '../calls.ts';
import { type Listed, list, listedOn } from '../listing.ts';

/** A node and the first of its largest pages. */
export type ListedNode = Listed & { readonly node: NodeTarget };

/** How many products a node holds, as far as its first page tells. */
export const sizeOf = ({ total = 0, products }: Listed): number => Math.max(total, products.length);

/** Every node of the target that can be listed, the fullest first. */
export async function listedNodes(context: Context): Promise<ListedNode[]> {
  const { nodes } = context.target;
  context.orUntested(nodes.length > 0, 'no node to list is known', nodesLine);
  const listed: ListedNode[] = [];
  let withheld: Withheld | undefined;
  for (const node of nodes) {
    try {
      listed.push({ node, ...(await list(context, node, { limit: wholePage, offset: 0 })) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      withheld ??= error;
    }
  }
  if (listed.length === 0 && withheld) throw withheld;
  return listed.sort(byFullness);
}

const byFullness = (one: Listed, other: Listed): number => sizeOf(other) - sizeOf(one);

/** The fullest node, where it shows at least that many products. */
export const fullestNode = async (context: Context, least: number): Promise<ListedNode> =>
  fullestOf(context, await listedNodes(context), least);

function fullestOf({ orUntested }: Premises, [fullest]: readonly ListedNode[], least: number): ListedNode {
  const enough = fullest && fullest.products.length >= least && fullest;
  return orUntested(enough, `no node shows as many as ${least} products`);
}

/** How many nodes are read again: traffic may list thousands. */
const mostNodes = 50;

/** The nodes of which a first page was seen, the fullest first. */
export function nodesSeen(seen: ChoiceEvidence): ListedNode[] {
  const firstPages = seen.listings.flatMap(({ node, pages }) => {
    const [page] = plainPages({ pages })
      .filter(({ query }) => (query.offset ?? 0) === 0)
      .toSorted((one, other) => isWhole(other) - isWhole(one) || other.size - one.size);
    return page ? [{ node, page }] : [];
  });
  firstPages.sort((one, other) => other.page.size - one.page.size);
  const nodes = firstPages.slice(0, mostNodes).flatMap(({ node, page }): ListedNode[] => {
    const body = readBody(page.exchange.reply.body);
    return 'json' in body && isObject(body.json) ? [{ node, ...listedOn(page, body.json) }] : [];
  });
  seen.orUntested(nodes.length > 0, 'no node was listed from its first product on', nodesLine);
  return nodes.sort(byFullness);
}

const isWhole = ({ query }: Page): number => Number(query.limit === query.bounds.largest);

/** The fullest node of which a first page was seen, where it shows at least that many products. */
export const fullestSeen = (seen: ChoiceEvidence, least: number): ListedNode =>
  fullestOf(seen, nodesSeen(seen), least);

/** The page of a node that was asked for so; what was not seen is withheld. */
export function pageSeen(seen: ChoiceEvidence, node: NodeTarget, asked: Query): Page {
  const query = numbered(seen.contract, asked);
  return seen.orUntested(
    seen.listings
      .find((listing) => listing.node === node)
      ?.pages.find(
        ({ query: asked }) =>
          asked.filter === query.filter && asked.limit === query.limit && asked.offset === query.offset,
      ),
    'no such page was seen',
  );
}

/** The products on the first page of every node that was seen. */
export const productsSeen = (seen: ChoiceEvidence): JsonObject[] =>
  nodesSeen(seen).flatMap(({ products }) => products);
