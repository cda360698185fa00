import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Contract } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';

/** Writes files into a folder of their own, and removes it after they were used. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-own-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return use(folder).finally(() => rm(folder, { recursive: true }));
}

/** Loads a contract of some files, the first of which is the document; messages name the files without their folder. */
export const loadFiles = (files: Readonly<Record<string, string>>): Promise<Contract> =>
  withFiles(files, async (folder) => {
    const openapi = join(folder, Object.keys(files)[0] ?? '');
    return loadContract({ openapi }).catch((error: unknown) => {
      if (error instanceof Error) error.message = error.message.replaceAll(`${folder}/`, '');
      throw error;
    });
  });

/** Loads the contract of a document. */
export const loadDocument = (openapi: string): Promise<Contract> => loadFiles({ 'openapi.yaml': openapi });

/** Loads a contract of paths, as they are written below `paths:`; `components:` may be below them. */
export const loadPaths = (paths: string): Promise<Contract> =>
  loadDocument(`openapi: 3.1.0\ninfo: { title: Records, version: 1.0.0 }\npaths:${paths}`);

/** What lists at a path: its `x-list`, the schemas of its parameters by their names, and the schema of a page. */
type Listing = {
  readonly list: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly page: string;
};

const inOneLine = (text: string): string => text.replaceAll(/\n\s*/g, ' ');

/** A document with one operation, which lists; what is said of it may be on several lines. */
export const listingAt = (path: string, id: string, { list, query = {}, page }: Listing): string =>
  `openapi: 3.1.0
info: { title: Listing, version: 1.0.0 }
paths:
  ${path}:
    get:
      operationId: ${id}
      x-list: { ${inOneLine(list)} }
      parameters: [${Object.entries(query).map(([name, schema]) => `{ name: ${name}, in: query, schema: { ${schema} } }`)}]
      responses: { '200': { description: a page, content: { application/json: { schema: { ${inOneLine(page)} } } } } }
`;

/** A document with one creation; the first line of `schemas` is line 22. */
export const bookshop = (schemas: string, version = '3.1.1'): string => `openapi: ${version}
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: createBook
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Book' }
      responses:
        '201':
          description: created
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Book' }
components:
  schemas:
    Identified: { type: object, properties: { id: { type: string, readOnly: true } } }
    Book:
${schemas}`;

export const bodyOf = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

/** An operation that creates a record of a schema. */
export const creates = (id: string, name: string, sent = name): string =>
  `post: { operationId: ${id}, requestBody: { required: true, ${bodyOf(sent)} }, responses: { '201': { description: made, ${bodyOf(name)} } } }`;

/** An operation that reads a record. */
export const reads = (id: string, name: string): string =>
  `get: { operationId: ${id}, responses: { '200': { description: one, ${bodyOf(name)} } } }`;

/** An operation that changes a record; `put` replaces it. */
export const changes = (method: 'put' | 'patch', id: string, name: string, sent = name): string =>
  `${method}: { operationId: ${id}, requestBody: { required: true, ${bodyOf(sent)} }, responses: { '200': { description: one, ${bodyOf(name)} } } }`;

export const deletes = (id: string): string =>
  `delete: { operationId: ${id}, responses: { '204': { description: gone } } }`;

/** An operation that lists records below \`items\`, with their number in \`total\`; \`keywords\` are further ones of \`x-list\`. */
export const lists = (id: string, name: string, keywords = ''): string => `get:
      operationId: ${id}
      x-list: { items: /items, identifier: /id, offset: offset, pageSize: limit, total: /total${keywords} }
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 20 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses:
        '200': { description: all, content: { application/json: { schema: { type: object, required: [items, total], properties: { total: { type: integer }, items: { type: array, items: { $ref: '#/components/schemas/${name}' } } } } } } }`;

export const pathParameter = (name: string, type = 'integer'): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: ${type} } }]`;

/** The operations that create, read and delete a record, and replace it if that is said; nothing lists it. */
export const lifeOf = (path: string, name: string, isReplaced = false): string => `
  ${path}:
    ${creates(`create${name}`, name)}
  ${path}/{id}:
    ${pathParameter('id')}
    ${reads(`get${name}`, name)}
    ${isReplaced ? changes('put', `replace${name}`, name) : ''}
    ${deletes(`delete${name}`)}`;
