import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { operationIn } from '../../../src/contract/operations.ts';
import { recordSchemaOf } from '../../../src/contract/record.ts';
import { compileSchema } from '../../../src/contract/validate.ts';
import { at, type Json, type JsonObject, objectIn } from '../../../src/json/json.ts';
import type { Choices } from '../../../src/stub/choices.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { createFetch } from '../../../src/stub/fetch.ts';
import { samplesOf } from '../../../src/stub/samples.ts';

const openapi = fileURLToPath(new URL('library.yaml', import.meta.url));
const contract = await loadContract({ openapi });

const serving = (choices: Partial<Choices> = {}, of = contract) => {
  const stub = createStub({ contract: of, choices, seed: 'library' });
  const fetch = createFetch(stub.transport, 'http://localhost');
  const send = async (method: string, path: string, json?: Json) => {
    const response = await fetch(path, {
      method,
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const body = JSON.parse(text === '' ? 'null' : text) as Json;
    return { status: response.status, body, headers: response.headers };
  };
  return { stub, send };
};

let { stub, send } = serving();
beforeEach(() => {
  ({ stub, send } = serving());
});

const unknownId = '99999999-9999-4999-8999-999999999999';

const authors = () =>
  samplesOf(contract).unlisted.flatMap(({ records }) => records.map(({ id }) => String(id)));

const itemsAt = async (path: string): Promise<JsonObject[]> => {
  const { body } = await send('GET', path);
  return at(body, 'items') as JsonObject[];
};

describe('what was created', () => {
  it('is completed, and read as it was returned', async () => {
    const { status, body } = await send('POST', '/authors', { name: 'Iris' });
    expect(status).toBe(201);
    expect(body).toEqual({
      author: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        joined: expect.stringMatching(/^2026-/),
        name: 'Iris',
      },
    });
    expect(await send('GET', `/authors/${at(body, 'author', 'id')}`)).toMatchObject({ status: 200, body });
  });

  it('is listed below its parent, and where a Link says so', async () => {
    const { body } = await send('POST', '/authors', { name: 'Iris' });
    const id = String(at(body, 'author', 'id'));
    expect(await itemsAt(`/authors/${id}/books`)).toEqual([]);
    const before = at((await send('GET', '/books')).body, 'total');
    const made = await send('POST', `/authors/${id}/books`, { title: 'Small hours', unknown: true });
    expect(made.body).toEqual({
      id: expect.any(Number),
      title: 'Small hours',
      status: 'available',
      authorId: id,
    });
    expect(await itemsAt(`/authors/${id.toUpperCase()}/books`)).toEqual([made.body]);
    expect(at((await send('GET', '/books')).body, 'total')).toBe(Number(before) + 1);
    expect((await itemsAt(`/books?offset=${before}`)).at(-1)).toEqual(made.body);
    stub.reset('data');
    expect(at((await send('GET', '/books')).body, 'total')).toBe(before);
    expect((await send('GET', `/authors/${id}/books`)).status).toBe(404);
  });

  it('needs its parent', async () => {
    expect((await send('POST', `/authors/${unknownId}/books`, { title: 'Nowhere' })).status).toBe(404);
    expect((await send('POST', `/authors/${authors()[0]}/books`, { title: 'Here' })).status).toBe(201);
  });

  it('has an id of its own', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () =>
        at((await send('POST', `/authors/${authors()[0]}/books`, { title: 'Again' })).body, 'id'),
      ),
    );
    expect(new Set(ids).size).toBe(3);
  });
});

describe('a request that breaks the contract', () => {
  it('is rejected with a status that the contract names, and a pointer into it', async () => {
    const { status, headers } = await send('POST', '/authors', { name: '' });
    expect(status).toBe(400);
    expect(headers.get('assay-pointer')).toContain('#/components/schemas/');
  });

  it('is rejected in a path, too', async () => {
    expect((await send('GET', '/authors/no-uuid')).status).toBe(400);
    expect((await send('GET', `/authors/${unknownId}`)).status).toBe(404);
  });

  it('gets 501 if nothing is known of what the operation does', async () => {
    const { status, body } = await send('DELETE', `/authors/${authors()[0]}`);
    expect(status).toBe(501);
    expect(at(body, 'errors', 0, 'detail')).toBe(
      'the stub does not serve DELETE /authors/{authorId}: it is of no kind that the stub knows',
    );
  });

  it('gets 501 if its bodies are none that can be read', async () => {
    const content = { 'text/plain': { schema: { type: 'string' } } };
    const get = { responses: { 200: { description: 'the picture in words', content } } };
    const document = {
      ...contract.document,
      paths: { ...objectIn(contract.document.paths), '/pictures/{id}': { get } },
    };
    ({ send } = serving({}, { ...contract, document }));
    const { status, body } = await send('GET', '/pictures/1');
    expect([status, at(body, 'errors', 0, 'detail')]).toEqual([
      501,
      'the stub does not serve GET /pictures/{id}: assay cannot read its bodies',
    ]);
    expect((await send('GET', '/pictures')).status).toBe(404);
  });
});

describe('sample data', () => {
  it('keep the schemas of records', () => {
    const { collections } = samplesOf(contract);
    const broken = collections.flatMap(({ operation, records }) =>
      records.flatMap((one) => compileSchema(recordSchemaOf(operationIn(contract, operation)))(one)),
    );
    expect(broken).toEqual([]);
  });

  it('are collections of different lengths, one of them empty, one longer than two pages', () => {
    const { collections } = samplesOf(contract);
    const lengths = (id: string) =>
      collections.filter(({ operation }) => operation === id).map(({ records }) => records.length);
    expect(lengths('listAuthorBooks')).toEqual([57, 7, 1, 0]);
    expect(lengths('listBooks')).toEqual([57]);
  });

  it('vary: texts that are equal, differ in case, or begin alike', async () => {
    const titles = (await itemsAt('/books?limit=50')).map(({ title }) => String(title));
    const title = titles.find((one, index) => index > 1 && titles.indexOf(one) < index) ?? '';
    expect(titles.filter((one) => one === title).length).toBeGreaterThan(1);
    expect(titles).toContain(title.toUpperCase());
    expect(titles.some((one) => one !== title && one.startsWith(title))).toBe(true);
  });

  it('begin with the examples of the file that keep the schema', async () => {
    const [first, second] = await itemsAt('/books?limit=2');
    expect(first).toEqual({ id: 4711, title: 'Dune', genre: 'science', status: 'lent' });
    expect(second).toMatchObject({ id: expect.any(Number) });
  });

  it('are below the samples that are read', async () => {
    const lengths = await Promise.all(
      authors().map(async (id) => (await itemsAt(`/authors/${id}/books?limit=50`)).length),
    );
    expect(lengths).toEqual([50, 7, 1, 0]);
    expect((await send('GET', `/authors/${authors()[3]}`)).status).toBe(200);
  });
});

describe('a page', () => {
  it('has the size that the contract or the choice says, and shows it', async () => {
    expect(await itemsAt('/books')).toHaveLength(10);
    const { body } = await send('GET', '/books?limit=3');
    expect(body).toMatchObject({ limit: 3, total: 57 });
  });

  it('follows the choices of every listing', async () => {
    const { send: choosy } = serving({
      'unknown-parameters': 'rejected',
      'unknown-node': 'empty',
      'filtered-total': 'whole',
    });
    const unknown = await choosy('GET', '/books?colour=red');
    expect(unknown.status).toBe(400);
    expect(unknown.headers.get('assay-choice')).toBe('unknown-parameters=rejected');
    // The clause of the choice is one of the shipped contract.
    expect(unknown.headers.get('assay-clause')).toBeNull();
    expect(await choosy('GET', `/authors/${unknownId}/books`)).toMatchObject({
      status: 200,
      body: { items: [], total: 0 },
    });
    const [record] =
      samplesOf(contract).collections.find(({ operation }) => operation === 'listAuthorBooks')?.records ?? [];
    const { body } = await choosy(
      'GET',
      `/authors/${authors()[0]}/books?title=${encodeURIComponent(String(record?.title))}`,
    );
    expect(body).toMatchObject({ total: 57 });
    expect((at(body, 'items') as Json[]).length).toBeLessThan(57);
  });
});
