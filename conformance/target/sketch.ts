import { attempt } from '../engine/nodes.ts';
import type { Look } from '../engine/probe.ts';
import type { NodeTarget } from '../engine/target.ts';
import { marksOf } from '../listing/curation-mark.ts';
import { idOf, idsOf, list, wholePage } from '../listing/listing.ts';

/** What a node shows of itself, or why it cannot be listed. */
export type NodeSketch = Pick<NodeTarget, 'hierarchy' | 'node'> &
  (
    | {
        /** How many products there are, as far as the target says. */
        readonly total: number;
        /** The ids of all of them, where one page shows them. */
        readonly live?: readonly string[];
        /** Those marked as curated, in the order shown. */
        readonly curated: readonly string[];
      }
    | { readonly problem: string }
  );

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Looks at every node of a target. Nothing that a target says is taken over but UUIDs and numbers. */
export async function sketchNodes(look: Look): Promise<NodeSketch[]> {
  const sketches: NodeSketch[] = [];
  for (const { hierarchy, node } of look.target.nodes) {
    let seen: NodeSketch | undefined;
    const withheld = await attempt(
      sketch(look, { hierarchy, node }).then((found) => {
        seen = found;
      }),
    );
    sketches.push(seen ?? { hierarchy, node, problem: withheld?.message ?? 'it cannot be listed' });
  }
  return sketches;
}

async function sketch(look: Look, node: NodeTarget): Promise<NodeSketch> {
  const { products, total = products.length } = await list(look, node, { limit: wholePage, offset: 0 });
  const ids = idsOf(products)?.filter((id) => uuid.test(id));
  const isWhole = ids?.length === products.length && total <= products.length;
  const marked = products.filter((product) => marksOf(product).length > 0);
  const curated = marked.flatMap((product) => idOf(product) ?? []).filter((id) => uuid.test(id));
  const { hierarchy, node: id } = node;
  return { hierarchy, node: id, total, ...(isWhole ? { live: ids } : {}), curated };
}
