import { isAlias, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
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
      ? unlessThere(text, entry, withoutIndent(seenLines(contract, sketch), 4))
      : additionTo(
          text,
          collections,
          withoutIndent([...nameLines(contract, sketch), ...seenLines(contract, sketch)], 2),
        );
  });
  return withAdditions(text, additions);
}

/** What is added to an entry, without the comments that an earlier reading left there. */
function unlessThere(text: string, entry: YAMLMap, lines: readonly string[]): Addition {
  const { offset } = additionTo(text, entry, lines);
  const [, ...known] = text
    .slice(entry.range?.[0], offset)
    .split('\n')
    .map((line) => line.trim());
  const [counted = '', ...others] = lines;
  const left = others.filter((line) => !known.includes(line.trim()));
  return additionTo(text, entry, left.length === others.length ? [counted, ...left] : left);
}

const withoutIndent = (lines: readonly string[], indent: number): string[] =>
  lines.map((line) => line.slice(indent));
