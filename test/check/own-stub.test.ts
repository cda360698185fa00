import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { createFetch } from '../../src/stub/fetch.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import { withFiles } from '../contract/own-contract.ts';

// Traits of public contracts by which the stub seemed to break a contract that it keeps.

type Case = { readonly paths: string; readonly sent?: string; readonly shown?: string };

const created =
  "'201': { description: created, content: { application/json: { schema: { $ref: '#/components/schemas/Shown' } } } }";

const creating = (path: string, id = 'id', parameter = '{ type: string }'): string => `
  ${path}:
    post:
      operationId: createThing
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
      responses: { ${created} }
  ${path}/{${id}}:
    parameters: [{ name: ${id}, in: path, required: true, schema: ${parameter} }]
    get:
      operationId: readThing
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Shown' } } } } }`;

const cases: Readonly<Record<string, Case>> = {
  'an id that clients choose, and a path that takes UUIDs alone': {
    paths: creating('/things', 'code', '{ type: string, format: uuid }'),
    sent: 'required: [code], properties: { code: { type: string, examples: [acme] } }',
    shown: 'required: [code], properties: { code: { type: string, examples: [acme] } }',
  },
  'a UUID that clients choose': {
    paths: creating('/things', 'code'),
    sent: 'required: [code], properties: { code: { type: string, format: uuid } }',
    shown: 'required: [code], properties: { code: { type: string, format: uuid } }',
  },
  'a list without equal entries': {
    paths: creating('/things'),
    sent: "properties: { flags: { type: array, uniqueItems: true, minItems: 2, maxItems: 25, items: { type: string, maxLength: 20, pattern: '^[a-z0-9]+$' } } }",
    shown: 'required: [id], properties: { id: { type: string } }',
  },
  'bounds that are larger than a request': {
    paths: creating('/things'),
    sent: 'properties: { note: { type: string, maxLength: 73400320 }, name: { type: string, maxLength: 2147483647 }, flags: { type: array, maxItems: 100000000, items: { type: string } } }',
    shown: 'required: [id], properties: { id: { type: string } }',
  },
  'a field that one of several schemas requires, and that need not be sent': {
    paths: creating('/things'),
    sent: 'properties: { name: { type: string }, tags: { type: array, items: { type: string } } }',
    shown: 'oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Other" }]',
  },
  'a size that is required, has a default and may be zero': {
    paths: `
  /things:
    get:
      operationId: listThings
      x-list: { items: $response.body, identifier: /id, offset: offset, pageSize: limit }
      parameters:
        - { name: offset, in: query, required: true, schema: { type: integer, minimum: 0, default: 0 } }
        - { name: limit, in: query, required: true, schema: { type: integer, minimum: 0, maximum: 50, default: 20 } }
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Shown' } } } } } }`,
    shown: 'required: [id], properties: { id: { type: string } }',
  },
  'ids of two versions of an API': {
    paths: `${creating('/v1/things', 'thing', "{ type: string, minLength: 24, maxLength: 24, pattern: '^[a-f0-9]{24}$' }")}
  /v2/things/{thing}:
    get:
      operationId: readOther
      parameters: [{ name: thing, in: path, required: true, schema: { type: string, minLength: 20, maxLength: 20, pattern: 'req[0-9a-z]+' } }]
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Shown' } } } } }`,
    sent: 'properties: { name: { type: string } }',
    shown: 'required: [id], properties: { id: { type: string, minLength: 1 } }',
  },
  'a listing without parameters of pages': {
    paths: `
  /things:
    get:
      operationId: listThings
      x-list: { items: $response.body, identifier: /id }
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Shown' } } } } } }`,
    shown: 'required: [id], properties: { id: { type: string } }',
  },
  'a listing without parameters of pages that has a greatest number of records': {
    paths: `
  /things:
    get:
      operationId: listThings
      x-list: { items: $response.body, identifier: /id }
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, maxItems: 20, items: { $ref: '#/components/schemas/Shown' } } } } } }`,
    shown: 'required: [id], properties: { id: { type: string } }',
  },
  'null that a request may have and a response may not': {
    paths: `${creating('/things')}
    patch:
      operationId: updateThing
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
      responses: { '200': { description: changed, content: { application/json: { schema: { $ref: '#/components/schemas/Shown' } } } } }`,
    sent: "properties: { name: { type: [string, 'null'] }, isOpen: { type: [boolean, 'null'], default: true }, parts: { type: array, items: { type: object, properties: { code: { type: [string, 'null'] } } } } }",
    shown: 'required: [id, name, isOpen], properties: { id: { type: string }, name: { type: string }, isOpen: { type: boolean }, parts: { type: array, items: { type: object, properties: { code: { type: string } } } } }',
  },
}; // biome-ignore format: a trait a case

const documentOf = ({ paths, sent = '', shown = '' }: Case): string => `openapi: 3.1.1
info: { title: Things, version: 1.0.0 }
paths:${paths}
components:
  schemas:
    Sent: { type: object, ${sent} }
    Shown: { type: object, ${shown} }
    One: { type: object, required: [id, tags, kind], properties: { id: { type: string, readOnly: true }, name: { type: string }, tags: { type: array, items: { type: string } }, kind: { const: one } } }
    Other: { type: object, required: [id, tags, kind], properties: { id: { type: string, readOnly: true }, name: { type: string }, tags: { type: array, items: { type: string } }, kind: { const: other } } }
`;

const checked = (text: string) =>
  withFiles({ 'openapi.yaml': text }, (folder) =>
    runAssay(['check', '--stub', '--contract', join(folder, 'openapi.yaml'), '--verbose']),
  );

/** Sends requests to the stub of a contract. */
const onStub = (text: string, use: (fetch: ReturnType<typeof createFetch>) => Promise<void>): Promise<void> =>
  withFiles({ 'openapi.yaml': text }, async (folder) => {
    const contract = await loadContract({ openapi: join(folder, 'openapi.yaml') });
    await use(createFetch(createStub({ contract, seed: 'own' }).transport, 'http://localhost'));
  });

test.each(Object.entries(cases))('the stub keeps a contract with %s', async (_, one) => {
  const { code, out, error } = await checked(documentOf(one));
  expect([out, error].join('\n')).not.toMatch(/^ *(FAIL|ERROR)|violates|internal error/m);
  expect([0, 3]).toContain(code);
});

test('of a listing that nothing leads on from, no record that was created is missed', async () => {
  const listing = `
    get:
      operationId: listThings
      x-list: { items: $response.body, identifier: /id, pageSize: limit }
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Shown' } } } } } }`;
  const { out } = await checked(
    documentOf({
      paths: creating('/things').replace('/things:', `/things:${listing}`),
      sent: 'required: [name], properties: { name: { type: string } }',
      shown: 'required: [id, name], properties: { id: { type: string }, name: { type: string } }',
    }),
  );
  expect(out).toMatch(/^conforms/m);
  expect(out).not.toMatch(/warning/);
});

const shop = 'parameters: [{ name: shop, in: path, required: true, schema: { type: string } }]';

test('nothing is created below a record of which nothing is known', async () => {
  const { code, out } = await checked(
    documentOf({
      paths: `
  /shops/{shop}:
    get:
      ${shop}
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Shown' } } } } }
  /shops/{shop}/things:
    post:
      ${shop}
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
      responses: { ${created} }`,
      sent: 'properties: { name: { type: string } }',
      shown: 'required: [id], properties: { id: { type: string } }',
    }),
  );
  expect(code).toBe(3);
  expect(stripVTControlCharacters(out).replaceAll(/\s+/g, ' ')).toContain(
    'nothing says which {shop} there is; add an "example" to this parameter in the contract',
  );
  expect(out).not.toContain('/shops/%7Bshop%7D');
});

test('a record has the id that its creation returns by another name', async () => {
  const text = `openapi: 3.1.1
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }, { name: offset, in: query, schema: { type: integer, minimum: 0 } }]
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [thing], properties: { thing: { $ref: '#/components/schemas/Thing' } } } } } }
      responses: { '201': { description: created, content: { application/json: { schema: { type: object, properties: { thingId: { type: integer } } } } } } }
  /things/{thingId}:
    parameters: [{ name: thingId, in: path, required: true, schema: { type: integer } }]
    get:
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    delete:
      responses: { '204': { description: deleted } }
components:
  schemas:
    Thing: { type: object, required: [name], properties: { id: { type: integer, example: 12345, readOnly: true }, name: { type: string } } }
`;
  await onStub(text, async (fetch) => {
    const post = { method: 'POST', body: JSON.stringify({ thing: { name: 'new' } }), headers: { 'content-type': 'application/json' } };
    const { thingId } = (await (await fetch('/things', post)).json()) as { thingId: number };
    expect(await (await fetch(`/things/${thingId}`)).json()).toEqual({ id: thingId, name: 'new' });
  });
  const { code, out } = await checked(text);
  expect(out).toContain('records left 0');
  expect(out).not.toContain('⚠');
  expect(code).toBe(0);
}); // biome-ignore format: long

test('a record in a wrapper is stored and read by the id that its path names', async () => {
  const text = `openapi: 3.1.1
info: { title: Articles, version: 1.0.0 }
paths:
  /articles:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [article], properties: { article: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } } } } } } }
      responses: { '201': { description: created, content: { application/json: { schema: { $ref: '#/components/schemas/One' } } } } }
  /articles/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    get:
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/One' } } } } }
    delete:
      responses: { '204': { description: deleted } }
components:
  schemas:
    One: { type: object, required: [article], properties: { article: { $ref: '#/components/schemas/Article' } } }
    Article: { type: object, required: [slug, title], properties: { slug: { type: string }, title: { type: string } } }
`;
  await onStub(text, async (fetch) => {
    const post = { method: 'POST', body: JSON.stringify({ article: { title: 'Hello World' } }), headers: { 'content-type': 'application/json' } };
    const { article } = (await (await fetch('/articles', post)).json()) as { article: { slug: string } };
    expect(article).toEqual({ slug: expect.any(String), title: 'Hello World' });
    expect(await (await fetch(`/articles/${article.slug}`)).json()).toEqual({ article });
  });
  const { code, out } = await checked(text);
  expect(out).not.toContain('shows no id');
  expect(code).toBe(0);
}); // biome-ignore format: long

test('a response without pages shows what is created and read at its path', async () => {
  const text = documentOf({
    paths: creating('/things').replace('    post:', `    get:
      operationId: showThings
      responses: { '200': { description: all, content: { application/json: { schema: { type: object, required: [things], properties: { things: { type: array, items: { $ref: '#/components/schemas/Shown' } } } } } } } }
    post:`),
    sent: 'properties: { name: { type: string } }',
    shown: 'required: [id], properties: { id: { type: string }, name: { type: string } }',
  });
  await onStub(text, async (fetch) => {
    const post = { method: 'POST', body: '{"name":"new"}', headers: { 'content-type': 'application/json' } };
    const made = await (await fetch('/things', post)).json();
    const { things } = (await (await fetch('/things')).json()) as { things: { id: string }[] };
    expect(things).toContainEqual(made);
    for (const one of things) expect(await (await fetch(`/things/${one.id}`)).json()).toEqual(one);
  });
}); // biome-ignore format: long

test('each listed record has a listing below it, and others have none', async () => {
  const parameters = '[{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }, { name: offset, in: query, schema: { type: integer, minimum: 0 } }]';
  const listing = (record: string) => `
    get:
      parameters: ${parameters}
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${record} } } } } }`;
  const text = `openapi: 3.1.1
info: { title: Articles, version: 1.0.0 }
paths:
  /articles:${listing('{ type: object, required: [slug], properties: { slug: { type: string }, title: { type: string } } }')}
  /articles/{slug}/comments:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]${listing('{ type: object, required: [id], properties: { id: { type: integer } } }')}
`;
  await onStub(text, async (fetch) => {
    const articles = (await (await fetch('/articles?limit=100')).json()) as { slug: string }[];
    const below = (slug: string) => fetch(`/articles/${encodeURIComponent(slug)}/comments`);
    const found = await Promise.all(articles.map(async ({ slug }) => (await below(slug)).status));
    expect(new Set(found)).toEqual(new Set([200]));
    expect(await (await below(articles[0]?.slug ?? '')).json()).not.toEqual([]);
    expect((await below('other')).status).toBe(404);
  });
}); // biome-ignore format: long

test('the ids that a contract shows are those of sample data', async () => {
  const shown = creating('/things', 'thing').replace('schema: { type: string } }]', 'schema: { type: string }, example: 37i9dQ }]');
  const text = documentOf({ paths: shown, sent: 'properties: { name: { type: string } }', shown: 'required: [id], properties: { id: { type: string } }' });
  await onStub(text, async (fetch) => {
    expect((await fetch('/things/37i9dQ')).status).toBe(200);
    expect((await fetch('/things/other')).status).toBe(404);
  });
}); // biome-ignore format: long
