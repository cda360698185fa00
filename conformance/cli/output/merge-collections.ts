import { isAlias, isMap, isSeq, parseDocument } from 'yaml';
import type { Contract } from '../../../src/contract/contract.ts';
import { type Addition, additionTo, additionToEnd, withAdditions } from '../../../src/yaml/additions.ts';
import { type CollectionName, keyOfCollection } from '../../core/target.ts';
import { declaredCollection, type WrittenCollection } from '../../target/collections.ts';
import type { CollectionReading } from '../../target/sketch.ts';
import { collectionsText, nameLines, seenLines } from './init.ts';

/** Adds to the text of a target file the collections that it lacks, and to its others what is read of them. */
export function mergeCollections(
  contract: Contract,
  text: string,
  read: readonly (CollectionName & CollectionReading)[],
  day: string,
): string {
  if (read.length === 0) return text;
  const document = parseDocument(text, { keepSourceTokens: true });
  const resolved = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  const collections = resolved(document.get('collections', true));
  if (!isSeq(collections)) {
    const lines = collectionsText(contract, read, day);
    const { contents } = document;
    const addition = isMap(contents) ? additionTo(text, contents, lines) : additionToEnd(text, lines);
    return withAdditions(text, [addition]);
  }
  const entries = new Map(
    collections.items
      .map(resolved)
      .filter(isMap)
      .map((entry) => {
        const written = entry.toJS(document) as WrittenCollection;
        return [keyOfCollection(declaredCollection(contract, written, 'collections')), entry];
      }),
  );
  const additions = read.map((sketch): Addition => {
    const entry = entries.get(keyOfCollection(sketch));
    return entry
      ? additionTo(text, entry, withoutIndent(seenLines(contract, sketch), 4))
      : additionTo(
          text,
          collections,
          withoutIndent([...nameLines(contract, sketch), ...seenLines(contract, sketch)], 2),
        );
  });
  return withAdditions(text, additions);
}

const withoutIndent = (lines: readonly string[], indent: number): string[] =>
  lines.map((line) => line.slice(indent));
