import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node } from 'yaml';
import { depthLimit } from '../wire/body.ts';

/** The most values a YAML file may hold, each alias counted as what it stands for. */
const valueLimit = 1_000_000;

/** What is said of data that cannot be walked on the call stack. */
export const tooDeep = `nests deeper than ${depthLimit} levels; flatten it`;

/** What is amiss at a place in the text, and what to do. */
export type Complaint = (offset: number, sentence: string) => Error;

/** How far a node reaches once its aliases are written out. */
type Extent = { readonly depth: number; readonly values: number };

const leaf: Extent = { depth: 0, values: 1 };

/**
 * Makes sure that a document is plain data: every key a text that stands once, every alias the name of something
 * whole, and all of it of a size that can be walked. In one walk, whose cost grows with the text alone.
 */
export function checkNodes(document: Document.Parsed, complain: Complaint): void {
  /** What each anchor reaches; undefined while it is not whole yet. */
  const anchors = new Map<string, Extent | undefined>();

  const reach = (node: unknown, level: number): Extent => {
    if (isAlias(node)) return reachOf(node.source, offsetOf(node));
    if (!isMap(node) && !isSeq(node)) {
      if (isScalar(node) && node.anchor !== undefined) anchors.set(node.anchor, leaf);
      return leaf;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, undefined);
    if (isMap(node)) checkKeys(node.items, complain);
    let depth = 1;
    let values = 1;
    const bound = (): void => {
      if (level + depth > depthLimit) throw complain(offsetOf(node), tooDeep);
      if (values > valueLimit)
        throw complain(offsetOf(node), `holds more than ${valueLimit} values; divide it`);
    };
    for (const item of node.items) {
      bound();
      const inner = reach(isPair(item) ? item.value : item, level + 1);
      depth = Math.max(depth, 1 + inner.depth);
      values += inner.values;
    }
    bound();
    if (node.anchor !== undefined) anchors.set(node.anchor, { depth, values });
    return { depth, values };
  };

  const reachOf = (name: string, offset: number): Extent => {
    if (!anchors.has(name))
      throw complain(offset, 'nothing before this alias has its name; correct it, or quote the value');
    const extent = anchors.get(name);
    if (!extent) throw complain(offset, 'the alias stands within what it names; write it out');
    return extent;
  };

  reach(document.contents, 0);
}

function checkKeys(items: readonly { readonly key: unknown }[], complain: Complaint): void {
  const keys = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) throw complain(offsetOf(key as Node), 'a key must be a text; write one');
    const name = String(key.value);
    if (keys.has(name)) throw complain(offsetOf(key), 'Map keys must be unique; mend the YAML there');
    keys.add(name);
  }
}

const offsetOf = (node: Node): number => node.range?.[0] ?? 0;
