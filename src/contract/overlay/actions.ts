import type { UserError } from '../../errors.ts';
import { at, type Json, type JsonObject, type Path, withAt, withoutAt } from '../../json/json.ts';
import { pointerTo } from '../../json/pointer.ts';
import { kindOf, merge } from './merge.ts';
import type { Overlay } from './overlay-file.ts';

/** A value that a query selects, and its path in the document. */
export type Node = { readonly path: Path; readonly value: Json };

/** A value that an action inserted into the document, and its path in that action. */
export type Insertion = { readonly path: Path; readonly value: Json; readonly from: Path };

/** What an action inserts into the document. */
type Update = {
  readonly value: Json;
  readonly from: 'update' | 'copy';
  readonly version: Overlay['version'];
  readonly createError: CreateError;
};

/** Creates the error for a path inside an action. */
export type CreateError = (path: Path, sentence: string) => UserError;

/** The document without some nodes. They are removed from the last to the first, so that array positions stay valid. */
export function removeAll(document: JsonObject, nodes: readonly Node[]): JsonObject {
  const paths = nodes.map(({ path }) => path).sort((one, other) => compare(other, one));
  return paths.reduce<Json>((left, path) => withoutAt(left, path), document) as JsonObject;
}

/** Orders paths as in the document, parents first. */
function compare(one: Path, other: Path): number {
  const index = one.findIndex((step, position) => step !== other[position]);
  const [mine, yours] = [one[index], other[index]];
  if (mine === undefined || yours === undefined) return one.length - other.length;
  return mine < yours ? -1 : 1;
}

/** The one value that a copy action takes. */
export function copyOf(nodes: readonly Node[], query: string, createError: CreateError): Json {
  const [node, another] = nodes;
  if (node && !another) return node.value;
  throw createError(
    ['copy'],
    `${query} selects ${nodes.length} values; "copy" takes exactly one, so narrow it down.`,
  );
}

/** The document with every node updated, one after the other, since some may be inside others. */
export function updateAll(document: JsonObject, nodes: readonly Node[], update: Update) {
  const kinds = [...new Set(nodes.map(({ value }) => kindOf(value)))];
  if (update.version === '1.1' && kinds.length > 1) {
    throw update.createError(
      ['target'],
      `the target selects ${kinds.join(' and ')} at once; write an action for each kind.`,
    );
  }
  let changed: Json = document;
  const insertions: Insertion[] = [];
  for (const { path } of nodes) {
    const updated = updateOne(at(changed, ...path) as Json, path, update);
    changed = withAt(changed, path, updated.value);
    insertions.push(...updated.insertions);
  }
  return { document: changed as JsonObject, insertions };
}

/** To a list, version 1.0 appends the value and 1.1 concatenates a list; anything else is merged. */
function updateOne(before: Json, path: Path, { value, from, version, createError }: Update) {
  if (Array.isArray(before)) {
    const isJoined = version === '1.1' && Array.isArray(value);
    const added = isJoined ? value : [value];
    const insertions = added.map((item, index): Insertion => {
      return { path: [...path, before.length + index], value: item, from: isJoined ? [from, index] : [from] };
    });
    return { value: [...before, ...added], insertions };
  }
  const clash = (inner: Path, mine: string, yours: string): never => {
    const where = pointerTo([...path, ...inner]) || 'the root';
    throw createError(
      [from, ...inner],
      `${where} is ${mine}, which cannot be merged with ${yours}; remove it in an earlier action.`,
    );
  };
  return { value: merge(before, value, clash), insertions: [{ path, value, from: [from] }] };
}
