import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Contract } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';

/** Loads a contract of some files, the first of which is `openapi.yaml`; messages name the files without their folder. */
export async function loadFiles(files: Readonly<Record<string, string>>): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-own-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const contract = await loadContract({ openapi: join(folder, Object.keys(files)[0] ?? '') });
    const unchecked = contract.unchecked?.map(({ what, where }) => ({
      what,
      where: where.replace(`${folder}/`, ''),
    }));
    return { ...contract, ...(unchecked ? { unchecked } : {}) };
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replaceAll(`${folder}/`, '');
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

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
