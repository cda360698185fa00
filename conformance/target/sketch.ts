import type { Item } from '../core/evidence.ts';
import type { Look } from '../core/look.ts';
import type { NodeTarget } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { list } from '../interface/listing.ts';
import { wholePage } from '../interface/read-page.ts';

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
    try {
      sketches.push(await sketch(look, { hierarchy, node }));
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      sketches.push({ hierarchy, node, problem: error.message });
    }
  }
  return sketches;
}

async function sketch(look: Look, node: NodeTarget): Promise<NodeSketch> {
  const { page, total = page.size } = await list(look, node, { limit: wholePage, offset: 0 });
  const ids = uuidsOf(page.items);
  const isWhole = ids.length === page.size && total <= page.size;
  const curated = uuidsOf(page.items.filter(({ isCurated }) => isCurated));
  const { hierarchy, node: id } = node;
  return { hierarchy, node: id, total, ...(isWhole ? { live: ids } : {}), curated };
}

const uuidsOf = (items: readonly Item[]): string[] =>
  items.flatMap(({ id }) => (id !== undefined && uuid.test(id) ? id : []));
