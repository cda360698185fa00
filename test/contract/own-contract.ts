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

const bodyOf = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

/** The operations that create, read and delete a record, and replace it if that is said; nothing lists it. */
export const lifeOf = (path: string, name: string, isReplaced = false): string => `
  ${path}:
    post:
      operationId: create${name}
      requestBody: { required: true, ${bodyOf(name)} }
      responses: { '201': { description: made, ${bodyOf(name)} } }
  ${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: get${name}, responses: { '200': { description: one, ${bodyOf(name)} } } }${isReplaced ? replacementOf(name) : ''}
    delete: { operationId: delete${name}, responses: { '204': { description: gone } } }`;

const replacementOf = (name: string): string => `
    put:
      operationId: replace${name}
      requestBody: { required: true, ${bodyOf(name)} }
      responses: { '200': { description: one, ${bodyOf(name)} } }`;
