import { readFile } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { LineCounter, parseDocument } from 'yaml';
import { Fault } from '../fault.ts';
import { isObject, type Json, type JsonObject } from '../wire/json.ts';
import { buildContract } from './build.ts';
import { readClauses } from './clauses.ts';
import type { Contract } from './contract.ts';

const spec = new URL('../../spec/', import.meta.url);

/** Where the two files of the contract lie; by default, the ones that ship with assay. */
export type ContractFiles = { readonly openapi?: string | URL; readonly clauses?: string | URL };

/**
 * Reads, checks and builds the contract.
 * A fault in either file is one {@link Fault} that names file, line and what to do.
 */
export async function loadContract(files: ContractFiles = {}): Promise<Contract> {
  const openapi = await readYaml(files.openapi ?? new URL('openapi.yaml', spec));
  const clauses = await readYaml(files.clauses ?? new URL('clauses.yaml', spec));
  await validateOpenApi(openapi);
  return buildContract(
    openapi.value as JsonObject,
    readClauses(clauses.value, (index) => clauses.where([index])),
  );
}

/** A YAML file as plain data, with a way to say where in it something stands. */
export type YamlFile = {
  readonly value: Json;
  readonly where: (path: readonly (string | number)[]) => string;
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
  const where = (path: readonly (string | number)[]): string => {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
    return node?.range ? `${name}:${lines.linePos(node.range[0]).line}` : name;
  };
  return { value: document.toJS() as Json, where };
}

async function validateOpenApi({ value, where }: YamlFile): Promise<void> {
  if (!isObject(value)) throw new Fault(`${where([])}: expected an OpenAPI document.`);
  try {
    await SwaggerParser.validate(structuredClone(value) as unknown as string);
  } catch (error) {
    const first = (error as Error).message
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' ');
    throw new Fault(`${where([])}: not a valid OpenAPI document: ${first}`);
  }
}
