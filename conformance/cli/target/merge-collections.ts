import { type Document, isAlias, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import type { Contract } from '../../../src/contract/contract.ts';
import { keyOfCollection } from '../../core/target.ts';
import { declaredCollection, type WrittenCollection } from '../../target/collections.ts';

/**
 * Adds to the text of a target file the collections that it lacks, and to its others what is read of them; the rest and
 * all comments stay. Both texts are YAML, and `read` has only `collections`.
 */
export function mergeCollections(contract: Contract, text: string, read: string): string {
  const document = parseDocument(text);
  const further = parseDocument<YAMLMap>(read);
  const additions = further.get('collections');
  const written = document.get('collections');
  const collections = isAlias(written) ? written.resolve(document) : written;
  if (!isSeq(additions)) return text;
  const keyOfEntry = (entry: YAMLMap, of: Document): string =>
    keyOfCollection(declaredCollection(contract, entry.toJS(of) as WrittenCollection, 'collections'));
  if (!isSeq(collections)) document.set('collections', additions);
  else
    for (const addition of additions.items) {
      if (!isMap(addition)) continue;
      const key = keyOfEntry(addition as YAMLMap, further);
      const entry = collections.items
        .map((item) => (isAlias(item) ? item.resolve(document) : item))
        .find((item) => isMap(item) && keyOfEntry(item as YAMLMap, document) === key);
      if (!isMap(entry)) collections.items.push(addition);
      else entry.items.push(...addition.items.filter((pair) => !entry.has(pair.key)));
    }
  return document.toString({ lineWidth: 0 });
}
