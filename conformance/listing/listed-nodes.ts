import { attempt } from '../engine/nodes.ts';
import type { Look } from '../engine/probe.ts';
import type { NodeTarget } from '../engine/target.ts';
import type { Withheld } from '../engine/verdict.ts';
import { list, type Page, wholePage } from './listing.ts';

/** A node and the first of its largest pages. */
export type ListedNode = { readonly node: NodeTarget; readonly page: Page };

/** How many products a node holds, as far as its first page tells. */
export const sizeOf = ({ page }: ListedNode): number => Math.max(page.total ?? 0, page.products.length);

/** Every node of the target that can be listed, the fullest first. */
export async function listedNodes(look: Look): Promise<ListedNode[]> {
  const { nodes } = look.target;
  look.occasion(nodes.length > 0, 'no node to list is known', 'nodes: [{ hierarchy: …, node: … }]');
  const listed: ListedNode[] = [];
  let withheld: Withheld | undefined;
  for (const node of nodes) {
    const missing = await attempt(
      list(look, node, { limit: wholePage, offset: 0 }).then((page) => listed.push({ node, page })),
    );
    withheld ??= missing;
  }
  if (listed.length === 0 && withheld) throw withheld;
  return listed.sort((one, other) => sizeOf(other) - sizeOf(one));
}

/** The fullest node, where it shows at least that many products. */
export async function fullestNode(look: Look, least: number): Promise<ListedNode> {
  const [fullest] = await listedNodes(look);
  const enough = fullest && fullest.page.products.length >= least && fullest;
  return look.occasion(enough, `no node shows as many as ${least} products`);
}
