import { query } from 'json-p3';
import { UserError } from '../../errors.ts';
import { at, type Json, type JsonObject, type Path } from '../../json/json.ts';
import type { Where } from '../../yaml/yaml-file.ts';
import { type CreateError, copyOf, type Insertion, type Node, removeAll, updateAll } from './actions.ts';
import { kindOf } from './merge.ts';
import type { Action, Overlay } from './overlay-file.ts';

/** A document, and the file and line of its values: in the document's own file, or in an Overlay. */
export type Overlaid = { readonly document: JsonObject; readonly where: Where };

/**
 * Applies the actions of an Overlay in order, each to the result of the one before. An action without effect is a
 * {@link UserError}: the server would be checked against a contract that was not amended.
 */
export function applyOverlay(original: Overlaid, overlay: Overlay): Overlaid {
  let { document } = original;
  const insertions: Insertion[] = [];
  for (const [index, action] of overlay.actions.entries()) {
    const here = ['actions', index];
    const nodes = nodesOf(action.target, document);
    const noEffect = reasonForNoEffect(action, nodes);
    if (noEffect !== undefined)
      throw new UserError(
        `${overlay.where([...here, 'target'])}: action ${index + 1}: ${noEffect}, or remove the action.`,
      );
    const createError: CreateError = (path, sentence) =>
      new UserError(`${overlay.where([...here, ...path])}: ${sentence}`);
    const changed = change(document, nodes, action, overlay.version, createError);
    document = changed.document;
    insertions.push(
      ...changed.insertions.map((insertion) => ({ ...insertion, from: [...here, ...insertion.from] })),
    );
  }
  return { document, where: (path) => positionOf(path, insertions, overlay.where) ?? original.where(path) };
}

/** The nodes that a query selects, each once. */
function nodesOf(target: string, document: JsonObject): Node[] {
  const nodes = [...query(target, document)].map(({ location, value }) => ({
    path: location,
    value: value as Json,
  }));
  return [...new Map(nodes.map((node) => [JSON.stringify(node.path), node])).values()];
}

function reasonForNoEffect(
  { target, remove, update, copy }: Action,
  nodes: readonly Node[],
): string | undefined {
  if (nodes.length === 0) return `${target} matches nothing; correct "target"`;
  return !remove && update === undefined && copy === undefined
    ? 'neither "update" nor "remove" is set; add one of them'
    : undefined;
}

function change(
  document: JsonObject,
  nodes: readonly Node[],
  { target, remove, update, copy }: Action,
  version: Overlay['version'],
  createError: CreateError,
) {
  if (remove) {
    if (nodes.some(({ path }) => path.length === 0))
      throw createError(['target'], '"$" is the whole document; remove something in it.');
    return { document: removeAll(document, nodes), insertions: [] };
  }
  if (version === '1.0' && nodes.some(({ value }) => kindOf(value) === 'a plain value')) {
    const what = `${target} selects a plain value, which Overlay 1.0 cannot update`;
    throw createError(['target'], `${what}; select the map around it, or write overlay: 1.1.0.`);
  }
  const from = copy === undefined ? 'update' : 'copy';
  const value = copy === undefined ? (update as Json) : copyOf(nodesOf(copy, document), copy, createError);
  return updateAll(document, nodes, { value, from, version, createError });
}

/** The file and line of a value in the Overlay, if one of its actions was the last to set it. */
function positionOf(path: Path, insertions: readonly Insertion[], where: Where): string | undefined {
  const insertion = insertions.findLast((one) => {
    const isBelow = one.path.every((step, index) => String(step) === String(path[index]));
    return isBelow && at(one, 'value', ...path.slice(one.path.length)) !== undefined;
  });
  return insertion && where([...insertion.from, ...path.slice(insertion.path.length)]);
}
