import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { Fault } from '../fault.ts';
import { depthLimit, measure } from '../wire/body.ts';
import type { Json, Path } from '../wire/json.ts';
import { nameOf, readText } from './text-file.ts';
import { type Complaint, checkNodes, tooDeep } from './yaml-nodes.ts';

/** Says where something stands, for messages: `openapi.yaml:123`. */
export type Where = (path: Path) => string;

/** A YAML file as plain data, with a way to say where in it something stands. */
export type YamlFile = {
  /** As it was asked for, or the last part of a URL. */
  readonly name: string;
  readonly text: string;
  readonly value: Json;
  /** Of an entry of a map, the line of its key; of what is not there, the line of what would hold it. */
  readonly where: Where;
};

/** Longer files have to be JSON: reading YAML takes some hundred times the room of its text. */
const yamlLimit = 4 * 1024 * 1024;

/** Reads a YAML or JSON file; what is no plain data is a {@link Fault} with file, line and column. */
export async function readYaml(file: string | URL): Promise<YamlFile> {
  const name = nameOf(file);
  const text = await readText(file);
  if (text.length > yamlLimit) return readLongJson(name, text);
  const lines = new LineCounter();
  const complain: Complaint = (offset, sentence) => {
    const { line, col } = lines.linePos(offset);
    return new Fault(`${name}:${line}:${col}: ${sentence}.`);
  };
  // Whether keys stand once is checked below: the parser would compare each with each.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw complain(error.pos[0], ownWords[error.code] ?? wordsOf(error));
  checkNodes(document, complain);
  const where: Where = (path) => `${name}:${lines.linePos(offsetOf(document, path)).line || 1}`;
  return { name, text, value: document.toJS({ maxAliasCount: -1 }) as Json, where };
}

/** What the parser says, without what it quotes: that may be a secret. */
const wordsOf = ({ message }: Error): string => `${message.replace(/: .*$|\.$/s, '')}; mend the YAML there`;

/** What the parser has no words for that would help an operator. */
const ownWords: Readonly<Record<string, string>> = {
  RESOURCE_EXHAUSTION: tooDeep,
  MULTIPLE_DOCS: 'a second document begins here; keep one',
};

/** Where in it something stands cannot be told. */
function readLongJson(name: string, text: string): YamlFile {
  const value = parseJson(text);
  if (value === undefined)
    throw new Fault(
      `${name}: is longer than ${yamlLimit / 1024 / 1024} MiB and not JSON; divide it, or write it as JSON.`,
    );
  if (measure(Buffer.from(text)).depth > depthLimit) throw new Fault(`${name}: ${tooDeep}.`);
  return { name, text, value, where: () => name };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where in the text the last step of a path that is there begins. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
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
