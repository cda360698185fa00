import { query } from 'json-p3';
import { Fault } from '../fault.ts';
import { at, type Json, type JsonObject, type Path } from '../wire/json.ts';
import { kindOf } from './merge.ts';
import { copyOf, type Node, type Put, removeAll, type Say, updateAll } from './overlay-change.ts';
import type { Action, Overlay } from './overlay-file.ts';
import type { Where } from './yaml-file.ts';

/** A document, and where what is in it came from: the document's own file, or an Overlay. */
export type Overlaid = { readonly document: JsonObject; readonly where: Where };

/** Applies the actions of an Overlay in order, each to what the one before it left. */
export function applyOverlay(bare: Overlaid, overlay: Overlay, onRemark: (remark: string) => void): Overlaid {
  let { document } = bare;
  const puts: Put[] = [];
  for (const [index, action] of overlay.actions.entries()) {
    const here = ['actions', index];
    const nodes = nodesOf(action.target, document);
    const idle = idleness(action, nodes);
    if (idle !== undefined) {
      onRemark(`${overlay.where([...here, 'target'])}: ${idle}, so this action changes nothing.`);
      continue;
    }
    const say: Say = (path, sentence) => new Fault(`${overlay.where([...here, ...path])}: ${sentence}`);
    const changed = change(document, nodes, action, overlay.version, say);
    document = changed.document;
    puts.push(...changed.puts.map((put) => ({ ...put, from: [...here, ...put.from] })));
  }
  return { document, where: (path) => placeOf(path, puts, overlay.where) ?? bare.where(path) };
}

/** What a query selects, each node once. */
function nodesOf(target: string, document: JsonObject): Node[] {
  const nodes = [...query(target, document)].map(({ location, value }) => ({
    path: location,
    value: value as Json,
  }));
  return [...new Map(nodes.map((node) => [JSON.stringify(node.path), node])).values()];
}

function idleness({ target, remove, update, copy }: Action, nodes: readonly Node[]): string | undefined {
  if (nodes.length === 0) return `${target} matches nothing`;
  return !remove && update === undefined && copy === undefined
    ? 'neither "update" nor "remove" is set'
    : undefined;
}

function change(
  document: JsonObject,
  nodes: readonly Node[],
  { target, remove, update, copy }: Action,
  version: Overlay['version'],
  say: Say,
) {
  if (remove) {
    if (nodes.some(({ path }) => path.length === 0))
      throw say(['target'], '"$" is the whole document; remove something in it.');
    return { document: removeAll(document, nodes), puts: [] };
  }
  if (version === '1.0' && nodes.some(({ value }) => kindOf(value) === 'a plain value')) {
    const what = `${target} selects a plain value, which Overlay 1.0 cannot update`;
    throw say(['target'], `${what}; select the map around it, or write overlay: 1.1.0.`);
  }
  const from = copy === undefined ? 'update' : 'copy';
  const value = copy === undefined ? (update as Json) : copyOf(nodesOf(copy, document), copy, say);
  return updateAll(document, nodes, { value, from, version, say });
}

/** Where a value stands in the Overlay, if one of its actions put it there last. */
function placeOf(path: Path, puts: readonly Put[], where: Where): string | undefined {
  const put = puts.findLast((one) => {
    const isBelow = one.path.every((step, index) => String(step) === String(path[index]));
    return isBelow && at(one, 'value', ...path.slice(one.path.length)) !== undefined;
  });
  return put && where([...put.from, ...path.slice(put.path.length)]);
}
