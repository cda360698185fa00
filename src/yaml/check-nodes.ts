import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node } from 'yaml';
import { depthLimit } from '../json/body.ts';

/** How many values a YAML file may hold, with every alias expanded. */
const valueLimit = 1_000_000;

/** The message for data that is too deep for recursive code. */
export const tooDeep = `nests deeper than ${depthLimit} levels; flatten it`;

/** Creates the error for a place in the text. */
export type Complaint = (offset: number, sentence: string) => Error;

/** The size of a node with its aliases expanded. */
type Extent = { readonly depth: number; readonly values: number };

const leaf: Extent = { depth: 0, values: 1 };

/**
 * Makes sure that a document is plain data: keys are unique strings, aliases refer to complete nodes, and the whole
 * is small enough to walk. It takes one pass, linear in the length of the text.
 */
export function checkNodes(document: Document.Parsed, complain: Complaint): void {
  /** The extent of each anchor; undefined while its node is still being read. */
  const anchors = new Map<string, Extent | undefined>();

  const measure = (node: unknown, level: number): Extent => {
    if (isAlias(node)) return measureAlias(node.source, offsetOf(node));
    if (!isMap(node) && !isSeq(node)) {
      if (isScalar(node) && node.anchor !== undefined) anchors.set(node.anchor, leaf);
      return leaf;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, undefined);
    if (isMap(node)) checkKeys(node.items, complain);
    let depth = 1;
    let values = 1;
    const checkLimits = (): void => {
      if (level + depth > depthLimit) throw complain(offsetOf(node), tooDeep);
      if (values > valueLimit)
        throw complain(offsetOf(node), `contains more than ${valueLimit} values; split it`);
    };
    for (const item of node.items) {
      checkLimits();
      const inner = measure(isPair(item) ? item.value : item, level + 1);
      depth = Math.max(depth, 1 + inner.depth);
      values += inner.values;
    }
    checkLimits();
    if (node.anchor !== undefined) anchors.set(node.anchor, { depth, values });
    return { depth, values };
  };

  const measureAlias = (name: string, offset: number): Extent => {
    if (!anchors.has(name))
      throw complain(offset, 'this alias has no anchor before it; correct the name, or quote the value');
    const extent = anchors.get(name);
    if (!extent) throw complain(offset, 'this alias is inside the node it refers to; write the value out');
    return extent;
  };

  measure(document.contents, 0);
}

function checkKeys(items: readonly { readonly key: unknown }[], complain: Complaint): void {
  const keys = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) throw complain(offsetOf(key as Node), 'a key must be a string; write one');
    const name = String(key.value);
    if (keys.has(name)) throw complain(offsetOf(key), 'Map keys must be unique; fix the YAML there');
    keys.add(name);
  }
}

const offsetOf = (node: Node): number => node.range?.[0] ?? 0;
