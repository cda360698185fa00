import type { Fault } from '../fault.ts';
import { at, type Json, type JsonObject, type Path, withAt, withoutAt } from '../wire/json.ts';
import { kindOf, merge } from './merge.ts';
import type { Overlay } from './overlay-file.ts';
import { pointerTo } from './pointer.ts';

/** A value that a query selects, and where it stands in the document. */
export type Node = { readonly path: Path; readonly value: Json };

/** A value that an action put into the document, and where in that action it stands. */
export type Put = { readonly path: Path; readonly value: Json; readonly from: Path };

/** What is put in place by an action, and how to say that it cannot be. */
export type Update = {
  readonly value: Json;
  readonly from: 'update' | 'copy';
  readonly version: Overlay['version'];
  readonly say: Say;
};

/** Makes the fault of an action; the path leads to what is at fault in it. */
export type Say = (path: Path, sentence: string) => Fault;

/** The document without those nodes: from the last to the first, so that positions in lists hold. */
export function removeAll(document: JsonObject, nodes: readonly Node[]): JsonObject {
  const paths = nodes.map(({ path }) => path).sort((one, other) => compare(other, one));
  return paths.reduce<Json>((left, path) => withoutAt(left, path), document) as JsonObject;
}

/** Orders paths as they stand in a document, what holds a value before the value. */
function compare(one: Path, other: Path): number {
  const index = one.findIndex((step, position) => step !== other[position]);
  const [mine, yours] = [one[index], other[index]];
  if (mine === undefined || yours === undefined) return one.length - other.length;
  return mine < yours ? -1 : 1;
}

/** The one value that a copy takes. */
export function copyOf(nodes: readonly Node[], query: string, say: Say): Json {
  const [node, another] = nodes;
  if (node && !another) return node.value;
  throw say(
    ['copy'],
    `${query} selects ${nodes.length} values; "copy" takes exactly one, so narrow it down.`,
  );
}

/** The document with every node updated, one after the other: some may stand within others. */
export function updateAll(document: JsonObject, nodes: readonly Node[], update: Update) {
  const kinds = [...new Set(nodes.map(({ value }) => kindOf(value)))];
  if (update.version === '1.1' && kinds.length > 1) {
    throw update.say(
      ['target'],
      `the target selects ${kinds.join(' and ')} at once; write an action for each kind.`,
    );
  }
  let changed: Json = document;
  const puts: Put[] = [];
  for (const { path } of nodes) {
    const updated = updateOne(at(changed, ...path) as Json, path, update);
    changed = withAt(changed, path, updated.value);
    puts.push(...updated.puts);
  }
  return { document: changed as JsonObject, puts };
}

/** Version 1.0 appends to a list whatever is given, 1.1 joins a list to it; anything else is merged. */
function updateOne(before: Json, path: Path, { value, from, version, say }: Update) {
  if (Array.isArray(before)) {
    const isJoined = version === '1.1' && Array.isArray(value);
    const added = isJoined ? value : [value];
    const puts = added.map((item, index): Put => {
      return { path: [...path, before.length + index], value: item, from: isJoined ? [from, index] : [from] };
    });
    return { value: [...before, ...added], puts };
  }
  const clash = (inner: Path, mine: string, yours: string): never => {
    const where = pointerTo([...path, ...inner]) || 'the document';
    throw say(
      [from, ...inner],
      `${where} is ${mine}, with which ${yours} cannot be merged; remove it in an action before.`,
    );
  };
  return { value: merge(before, value, clash), puts: [{ path, value, from: [from] }] };
}
