import type { JsonObject } from '../../../../src/json/json.ts';
import type { Look } from '../../../core/look.ts';
import { nodesLine } from '../../../core/remedies.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { Withheld } from '../../../core/verdict.ts';
import { wholePage } from '../../read-page.ts';
import { type Listed, list } from '../listing.ts';

/** A node and the first of its largest pages. */
export type ListedNode = Listed & { readonly node: NodeTarget };

/** How many products a node holds, as far as its first page tells. */
export const sizeOf = ({ total = 0, products }: Listed): number => Math.max(total, products.length);

/** Every node of the target that can be listed, the fullest first. */
export async function listedNodes(look: Look): Promise<ListedNode[]> {
  const { nodes } = look.target;
  look.occasion(nodes.length > 0, 'no node to list is known', nodesLine);
  const listed: ListedNode[] = [];
  let withheld: Withheld | undefined;
  for (const node of nodes) {
    try {
      listed.push({ node, ...(await list(look, node, { limit: wholePage, offset: 0 })) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      withheld ??= error;
    }
  }
  if (listed.length === 0 && withheld) throw withheld;
  return listed.sort((one, other) => sizeOf(other) - sizeOf(one));
}

/** The fullest node, where it shows at least that many products. */
export async function fullestNode(look: Look, least: number): Promise<ListedNode> {
  const [fullest] = await listedNodes(look);
  const enough = fullest && fullest.products.length >= least && fullest;
  return look.occasion(enough, `no node shows as many as ${least} products`);
}

/** The products on the first of the largest pages of every node. */
export const listedProducts = async (look: Look): Promise<JsonObject[]> =>
  (await listedNodes(look)).flatMap(({ products }) => products);
