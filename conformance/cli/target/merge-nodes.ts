import { isAlias, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { keyOfNode } from '../../core/target.ts';

/**
 * Adds to the text of a target file the nodes that it lacks, and to its other nodes what is read of them; the rest and
 * all comments stay. Both texts are YAML, and `read` has only `nodes`.
 */
export function mergeNodes(text: string, read: string): string {
  const document = parseDocument(text);
  const additions = parseDocument<YAMLMap>(read).get('nodes');
  const written = document.get('nodes');
  const nodes = isAlias(written) ? written.resolve(document) : written;
  if (!isSeq(additions)) return text;
  if (!isSeq(nodes)) document.set('nodes', additions);
  else
    for (const addition of additions.items) {
      const entry = nodes.items
        .map((item) => (isAlias(item) ? item.resolve(document) : item))
        .find((item) => isMap(item) && placeOf(item) === placeOf(addition));
      if (!isMap(entry)) nodes.items.push(addition);
      else if (isMap(addition)) entry.items.push(...addition.items.filter(({ key }) => !entry.has(key)));
    }
  return document.toString({ lineWidth: 0 });
}

const placeOf = (entry: unknown): string | undefined =>
  isMap(entry)
    ? keyOfNode({ hierarchy: String(entry.get('hierarchy')), node: String(entry.get('node')) })
    : undefined;
