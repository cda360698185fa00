import { compile, JSONPathError, jsonpath, query } from 'json-p3';
import { UserError } from '../errors.ts';
import {
  at,
  defined,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  pointerTo,
  withAt,
  withoutAt,
} from '../json/json.ts';
import { nearest } from '../words.ts';
import { readYaml, type Where } from '../yaml/yaml-file.ts';

type Clash = (path: Path, before: string, after: string) => never;

/**
 * Merges a value into another as the Overlay Specification defines it: maps by field, lists concatenated, anything
 * else replaced.
 */
function mergeInto(into: Json, from: Json, clash: Clash, path: Path = []): Json {
  const [before, after] = [jsonKind(into), jsonKind(from)];
  if (before !== after) return clash(path, before, after);
  if (Array.isArray(into) && Array.isArray(from)) return [...into, ...from];
  if (!isObject(into) || !isObject(from)) return from;
  const merged = Object.entries(from).map(([name, value]): [string, Json] => [
    name,
    Object.hasOwn(into, name) ? mergeInto(into[name] as Json, value, clash, [...path, name]) : value,
  ]);
  return Object.fromEntries([...Object.entries(into), ...merged]);
}

function jsonKind(value: Json): 'a map' | 'a list' | 'a plain value' {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a map' : 'a plain value';
}

/** `remove` takes precedence; `copy` and `update` exclude each other. */
type Action = {
  readonly target: string;
  readonly remove: boolean;
  readonly update?: Json;
  readonly copy?: string;
};

/** The versions differ in how actions are applied. */
type Overlay = {
  readonly version: '1.0' | '1.1';
  readonly actions: readonly Action[];
  readonly where: Where;
};

const versions = ['1.0', '1.1'] as const;

const overlayFields: Record<Overlay['version'], readonly string[]> = {
  '1.0': ['target', 'description', 'update', 'remove'],
  '1.1': ['target', 'description', 'update', 'copy', 'remove'],
};

type CreateError = (path: Path, sentence: string) => UserError;

async function readOverlay(file: string): Promise<Overlay> {
  const { value, where } = await readYaml(file);
  const fault: CreateError = (path, sentence) => new UserError(`${where(path)}: ${sentence}`);

  const checkFields = (object: JsonObject, fields: readonly string[], path: Path): void => {
    const unknown = Object.keys(object).find((name) => !fields.includes(name) && !name.startsWith('x-'));
    if (unknown !== undefined)
      throw fault(
        [...path, unknown],
        `"${unknown}" is an unknown field; the known ones here are ${fields.join(', ')}.`,
      );
  };
  const checkText = (text: Json | undefined, path: Path): void => {
    if (text !== undefined && typeof text !== 'string')
      throw fault(path, `"${path.at(-1)}" must be a string; quote it if it looks like a number.`);
  };
  const checkInfo = (info: Json | undefined): void => {
    if (!isObject(info))
      throw fault(['info'], 'an Overlay needs "info", a map of title and version; add it.');
    checkFields(info, ['title', 'version', 'description'], ['info']);
    for (const field of ['title', 'version'])
      if (info[field] === undefined) throw fault(['info'], `"info" needs "${field}"; add it.`);
    for (const field of ['title', 'version', 'description']) checkText(info[field], ['info', field]);
  };
  const readJsonPath = (query: Json | undefined, path: Path): string => {
    const name = path.at(-1);
    if (typeof query !== 'string' || !query.startsWith('$'))
      throw fault(
        path,
        `"${name}" must be a JSONPath, which starts with "$"; write one, such as $.components.schemas.`,
      );
    try {
      compile(query);
      return query;
    } catch (error) {
      if (!(error instanceof JSONPathError)) throw error;
      const why = error.message.replace(/ \('.*$/s, '');
      throw fault(path, `"${name}" is not a JSONPath of RFC 9535 (${why}); correct ${query}.`);
    }
  };
  const readAction = (action: Json, here: Path, version: Overlay['version']): Action => {
    if (!isObject(action)) throw fault(here, 'an action is a map with "target"; write it as one.');
    const { target, update, copy, remove = false } = action;
    checkFields(action, overlayFields[version], here);
    checkText(action.description, [...here, 'description']);
    if (typeof remove !== 'boolean')
      throw fault([...here, 'remove'], '"remove" is true or false; write one of them.');
    if (update !== undefined && copy !== undefined)
      throw fault([...here, 'copy'], 'an action has either "update" or "copy"; remove one of them.');
    return {
      target: readJsonPath(target, [...here, 'target']),
      remove,
      ...defined({ update, copy: copy === undefined ? copy : readJsonPath(copy, [...here, 'copy']) }),
    };
  };

  if (!isObject(value)) throw fault([], 'expected an OpenAPI Overlay; start it with "overlay: 1.0.0".');
  const { overlay, info, actions } = value;
  const version = versions.find((known) => new RegExp(`^${known}\\.\\d+$`).test(String(overlay)));
  if (!version)
    throw fault(
      ['overlay'],
      '"overlay" gives the version of the Overlay Specification; write 1.0.0 or 1.1.0.',
    );
  checkFields(value, ['overlay', 'info', 'extends', 'actions'], []);
  checkInfo(info);
  checkText(value.extends, ['extends']);
  if (!Array.isArray(actions) || actions.length === 0)
    throw fault(['actions'], 'an Overlay needs "actions", a list of at least one; add it.');
  const texts = actions.map((action) => JSON.stringify(action));
  const duplicate = texts.findIndex((text, index) => texts.indexOf(text) < index);
  if (duplicate >= 0)
    throw fault(['actions', duplicate], 'this action repeats an earlier one; remove one of them.');
  return {
    version,
    actions: actions.map((action, index) => readAction(action, ['actions', index], version)),
    where,
  };
}

type Node = { readonly path: Path; readonly value: Json };

/** A value that an action inserted, and its path in that action. */
type Insertion = { readonly path: Path; readonly value: Json; readonly from: Path };

type Update = {
  readonly value: Json;
  readonly from: 'update' | 'copy';
  readonly version: Overlay['version'];
  readonly createError: CreateError;
};

function removeAll(document: JsonObject, nodes: readonly Node[]): JsonObject {
  const paths = nodes.map(({ path }) => path).sort((one, other) => byPath(other, one));
  return paths.reduce<Json>((left, path) => withoutAt(left, path), document) as JsonObject;
}

function byPath(one: Path, other: Path): number {
  const index = one.findIndex((step, position) => step !== other[position]);
  const [mine, yours] = [one[index], other[index]];
  if (mine === undefined || yours === undefined) return one.length - other.length;
  return mine < yours ? -1 : 1;
}

function copyAtQuery(nodes: readonly Node[], query: string, createError: CreateError): Json {
  const [node, another] = nodes;
  if (node && !another) return node.value;
  throw createError(
    ['copy'],
    `${query} selects ${nodes.length} values; "copy" takes exactly one, so narrow it down.`,
  );
}

function updateAll(document: JsonObject, nodes: readonly Node[], update: Update) {
  const kinds = [...new Set(nodes.map(({ value }) => jsonKind(value)))];
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
  return { value: mergeInto(before, value, clash), insertions: [{ path, value, from: [from] }] };
}

type Overlaid = { readonly document: JsonObject; readonly where: Where };

/** A document with some Overlays applied, in this order. */
export async function overlaid(original: Overlaid, files: readonly string[]): Promise<Overlaid> {
  let changed = original;
  for (const file of files) changed = applyOverlay(changed, await readOverlay(file));
  return changed;
}

/**
 * Applies the actions of an Overlay in order. An action without effect is a {@link UserError}: the contract would not
 * be amended.
 */
function applyOverlay(original: Overlaid, overlay: Overlay): Overlaid {
  let { document } = original;
  const insertions: Insertion[] = [];
  for (const [index, action] of overlay.actions.entries()) {
    const here = ['actions', index];
    const nodes = nodesOf(action.target, document);
    const noEffect = reasonForNoEffect(action, nodes, document);
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
  document: JsonObject,
): string | undefined {
  if (nodes.length === 0)
    return `${target} matches nothing${nearestField(target, document)}; correct "target"`;
  return !remove && update === undefined && copy === undefined
    ? 'neither "update" nor "remove" is set; add one of them'
    : undefined;
}

/** Names a field that may be meant, at the place where the first part of the path matches nothing. */
function nearestField(target: string, document: JsonObject): string {
  const { segments } = compile(target);
  const begin = (count: number): string => `$${segments.slice(0, count).join('')}`;
  const wrong = segments.findIndex((_, index) => nodesOf(begin(index + 1), document).length === 0);
  const [selector] = segments[wrong]?.selectors ?? [];
  if (!(selector instanceof jsonpath.selectors.NameSelector)) return '';
  const fields = nodesOf(begin(wrong), document).flatMap(({ value }) =>
    isObject(value) ? Object.keys(value) : [],
  );
  const [near] = nearest(selector.name, new Set(fields), 1);
  return near === undefined ? '' : `: ${begin(wrong)} contains no "${selector.name}", only "${near}"`;
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
  if (version === '1.0' && nodes.some(({ value }) => jsonKind(value) === 'a plain value')) {
    const what = `${target} selects a plain value, which Overlay 1.0 cannot update`;
    throw createError(['target'], `${what}; select the map around it, or write overlay: 1.1.0.`);
  }
  const from = copy === undefined ? 'update' : 'copy';
  const value =
    copy === undefined ? (update as Json) : copyAtQuery(nodesOf(copy, document), copy, createError);
  return updateAll(document, nodes, { value, from, version, createError });
}

function positionOf(path: Path, insertions: readonly Insertion[], where: Where): string | undefined {
  const insertion = insertions.findLast((one) => {
    const isBelow = one.path.every((step, index) => String(step) === String(path[index]));
    return isBelow && at(one, 'value', ...path.slice(one.path.length)) !== undefined;
  });
  return insertion && where([...insertion.from, ...path.slice(insertion.path.length)]);
}
