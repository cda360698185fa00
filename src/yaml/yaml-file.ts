import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { UserError } from '../errors.ts';
import { depthLimit, tooDeep } from '../json/body.ts';
import { countValues, type Json, type Path, parseJson } from '../json/json.ts';
import { lazy, onceFor } from '../once.ts';
import { createPlaces } from './json-lines.ts';
import { readText } from './text-file.ts';

export type Where = (path: Path) => string;

type YamlFile = {
  readonly name: string;
  readonly text: string;
  readonly value: Json;
  /** How many values it has, with every alias expanded. */
  readonly values: number;
  /** The line of the key for an entry of a map; the line of the nearest parent for a missing value. */
  readonly where: Where;
};

/** Parsing YAML takes about a hundred times the memory of its text, so longer files have to be JSON. */
const yamlLimit = 4 * 1024 * 1024;

/** Longer files that are JSON are read as such: as YAML they take ten times as long. */
const jsonFrom = 64 * 1024;

/** Reads a YAML or JSON file; throws a {@link UserError} with line and column if it is not plain data. */
export async function readYaml(name: string): Promise<YamlFile> {
  const text = await readText(name);
  const json = text.length > jsonFrom ? readLongJson(name, text) : undefined;
  if (json) return json;
  if (text.length > yamlLimit)
    throw new UserError(
      `${name}: is longer than ${yamlLimit / 1024 / 1024} MiB and not JSON; split it, or write it as JSON.`,
    );
  const lines = new LineCounter();
  const complain: Complaint = (offset, sentence) => {
    const { line, col } = lines.linePos(offset);
    return new UserError(`${name}:${line}:${col}: ${sentence}.`);
  };
  // The parser would compare every key with every other, so keys are checked below.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw complain(error.pos[0], ownMessages[error.code] ?? yamlMessage(error));
  const values = checkNodes(document, complain);
  const where: Where = (path) => `${name}:${lines.linePos(offsetAtPath(document, path)).line || 1}`;
  return { name, text, value: document.toJS({ maxAliasCount: -1 }) as Json, values, where };
}

/** The quoted text may be a secret. */
const yamlMessage = ({ message }: Error): string =>
  `${message.replace(/: .*$|\.$/s, '')}; fix the YAML there`;

const ownMessages: Readonly<Record<string, string>> = {
  RESOURCE_EXHAUSTION: tooDeep,
  MULTIPLE_DOCS: 'a second document starts here; keep only one',
};

function readLongJson(name: string, text: string): YamlFile | undefined {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  const values = countValues(value, depthLimit);
  if (values === undefined) throw new UserError(`${name}: ${tooDeep}.`);
  if (values > valueLimit) throw new UserError(`${name}: contains more than ${valueLimit} values; split it.`);
  const linesBefore = lazy(() => lineStarts(text));
  const places = lazy(() => createPlaces(text));
  return {
    name,
    text,
    value,
    values,
    where: (path) => `${name}:${linesBefore().linePos(places()(path)).line || 1}`,
  };
}

function lineStarts(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) lines.addNewLine(start);
  return lines;
}

/** Maps are searched by name, since the contract has thousands of places. */
const yamlPairs = onceFor(
  ({ items }: YAMLMap): ReadonlyMap<string, Pair> =>
    new Map(items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : []))),
);

function offsetAtPath(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = yamlPairs(node).get(String(step));
      if (!isScalar(pair?.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = (node as { range?: readonly number[] } | undefined)?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

/** How many values a file may hold, with every alias expanded. */
const valueLimit = 1_000_000;

/** Each alias is looked up in all that is before it. */
const aliasLimit = 1_000;

type Complaint = (offset: number, sentence: string) => Error;

type NodeExtent = { readonly depth: number; readonly values: number };

const leaf: NodeExtent = { depth: 0, values: 1 };

/** Makes sure that a document is plain data: unique string keys, aliases to complete nodes, bounded size. It takes one pass. Returns how many values it has. */
function checkNodes(document: Document.Parsed, complain: Complaint): number {
  const anchors = new Map<string, NodeExtent | undefined>();
  let aliases = 0;

  const measure = (node: unknown, level: number): NodeExtent => {
    if (isAlias(node)) return measureAlias(node.source, offsetOfNode(node));
    if (!isMap(node) && !isSeq(node)) {
      if (isScalar(node) && node.anchor !== undefined) anchors.set(node.anchor, leaf);
      return leaf;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, undefined);
    if (isMap(node)) checkKeys(node.items, complain);
    let depth = 1;
    let values = 1;
    const checkLimits = (): void => {
      if (level + depth > depthLimit) throw complain(offsetOfNode(node), tooDeep);
      if (values > valueLimit)
        throw complain(offsetOfNode(node), `contains more than ${valueLimit} values; split it`);
    };
    for (const item of node.items) {
      checkLimits();
      const inner = measure(isPair(item) ? item.value : item, level + 1);
      depth = Math.max(depth, 1 + inner.depth);
      values += inner.values;
    }
    checkLimits();
    if (node.anchor !== undefined) anchors.set(node.anchor, { depth, values });
    return { depth, values };
  };

  const measureAlias = (name: string, offset: number): NodeExtent => {
    aliases += 1;
    if (aliases > aliasLimit)
      throw complain(offset, `contains more than ${aliasLimit} aliases; write values out`);
    if (!anchors.has(name))
      throw complain(offset, 'this alias has no anchor before it; correct the name, or quote the value');
    const extent = anchors.get(name);
    if (!extent) throw complain(offset, 'this alias is inside the node it refers to; write the value out');
    return extent;
  };

  return measure(document.contents, 0).values;
}

function checkKeys(items: readonly { readonly key: unknown }[], complain: Complaint): void {
  const keys = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) throw complain(offsetOfNode(key as Node), 'a key must be a string; write one');
    const name = String(key.value);
    if (keys.has(name)) throw complain(offsetOfNode(key), 'Map keys must be unique; fix the YAML there');
    keys.add(name);
  }
}

const offsetOfNode = (node: Node): number => node.range?.[0] ?? 0;
