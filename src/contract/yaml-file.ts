import { readFile } from 'node:fs/promises';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { Fault } from '../fault.ts';
import type { Json, Path } from '../wire/json.ts';

/** Says where something stands, for messages: `openapi.yaml:123`. */
export type Where = (path: Path) => string;

/** A YAML file as plain data, with a way to say where in it something stands. */
export type YamlFile = {
  /** As it was asked for, or the last part of a URL. */
  readonly name: string;
  readonly value: Json;
  /** Of an entry of a map, the line of its key; of what is not there, the line of what would hold it. */
  readonly where: Where;
};

/** Reads a YAML or JSON file; a syntax error is a {@link Fault} with file, line and column. */
export async function readYaml(file: string | URL): Promise<YamlFile> {
  const name = file instanceof URL ? (file.pathname.split('/').at(-1) ?? '') : file;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Fault(`${name}: cannot be read (${error.code ?? error.message}); check the path.`);
  });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new Fault(`${name}:${line}:${col}: ${error.message.replace(/\.?$/, '')}; mend the YAML there.`);
  }
  const where: Where = (path) => `${name}:${lines.linePos(offsetOf(document, path)).line || 1}`;
  return { name, value: plainData(document, name), where };
}

/** Aliases that lead nowhere, or that multiply beyond measure, show only when data is made of the document. */
function plainData(document: Document.Parsed, name: string): Json {
  try {
    return document.toJS() as Json;
  } catch (error) {
    const why = (error as Error).message.split('\n')[0]?.replace(/\.?$/, '');
    throw new Fault(`${name}: ${why}; write out what the alias stands for.`);
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
