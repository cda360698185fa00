import { expect, it } from 'vitest';
import { targetSchema } from '../../conformance/target/target-schema.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import { operationsIn, requestOf } from '../../src/contract/openapi.ts';
import { everyOperation, filledPath, idsOf, ofKind, operationIn } from '../../src/contract/operations.ts';
import { creatorAbove, creatorOf, isStateful, listingOf } from '../../src/contract/related-operations.ts';
import { at, type JsonObject } from '../../src/json/json.ts';
import { contract as further, operation } from '../read/subscription-read.ts';
import { loadPaths } from './own-contract.ts';

const contract = await loadContract();
const { document } = contract;

it('an operation is what openapi.yaml says of it', () => {
  const parts = operationsIn(document);
  const stated = parts.map((part) => {
    const data = at(operationIn(contract, part.id).response, 'properties', 'data');
    const isList = at(data, 'type') === 'array';
    const { security } = part.found;
    return {
      id: part.id,
      kind: part.method === 'post' ? 'create' : isList ? 'list' : 'read',
      resource: part.url.split('/').at(-1),
      method: part.method.toUpperCase(),
      path: part.url,
      pathParameters: [...part.url.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
      hasBody: requestOf(document, part) !== undefined,
      security: (security as JsonObject[]).map((way) =>
        Object.keys(way).map((name) => ({ name, in: 'header', field: 'authorization', prefix: 'Bearer' })),
      ),
      record: ['data'],
      idPlace: ['id'],
    };
  });
  expect(parts.length).toBeGreaterThan(0);
  expect(everyOperation(contract)).toMatchObject(stated);
  for (const { sentIn } of ofKind(contract, 'create')) expect(sentIn).toEqual(['data']);
});

it('the stub and the schema of target files know the same operations', async () => {
  const ids = idsOf(contract);
  expect(Object.keys(stubPartsOf(await loadCatalog()).operations)).toEqual(ids);
  const tokens = at(targetSchema(contract), 'properties', 'token', 'else', 'properties');
  expect(tokens).toEqual(Object.fromEntries([...ids, 'bearer'].map((id) => [id, { $ref: '#/$defs/token' }])));
});

it('an operation that does not exist is not found in silence', () => {
  expect(() => operationIn(contract, 'product')).toThrow('the contract has no operation "product"');
});

it('what is read depends on what another operation creates, and nothing else does', () => {
  const reading = operationIn(further, operation);
  expect(reading).toMatchObject({ kind: 'read', record: ['data'], idPlace: ['id'] });
  expect(creatorOf(further, operation)?.id).toBe('subscription');
  expect(creatorOf(further, 'node-products')).toBeUndefined();
  expect(idsOf(further).filter((id) => isStateful(further, id))).toEqual([operation]);
  expect(idsOf(contract).filter((id) => isStateful(contract, id))).toEqual([]);
});

it('what a parent links to below it is created there, and not by the parent', async () => {
  const created = (links: string) =>
    `{ '201': { description: Created., content: { application/json: { schema: { $ref: '#/components/schemas/Record' } } }, links: ${links} } }`;
  const listed = `{ '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Record' } } } } } }`;
  const sent = "{ content: { application/json: { schema: { $ref: '#/components/schemas/Record' } } } }";
  const below = '{ below: { operationId: listBelow, parameters: { id: $response.body#/id } } }';
  const parent = await loadPaths(`
  /hives:
    post: { operationId: createHive, requestBody: ${sent}, responses: ${created(below)} }
  /hives/{id}/visits:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: listBelow, responses: ${listed} }
    post: { operationId: createBelow, requestBody: ${sent}, responses: ${created('{}')} }
components:
  schemas:
    Record: { type: object, required: [id], properties: { id: { type: string } } }
`);
  expect(creatorOf(parent, 'listBelow')?.id).toBe('createBelow');
});

it('what a record is created below is created by the path above, a creation whose Link has its id, or one of its resource', async () => {
  const linkTo = (id: string) =>
    `{ inspect: { operationId: inspect, parameters: { hive: $response.body#/${id} } } }`;
  const created = (links: string) =>
    `{ '201': { description: Created., content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string }, queen: { type: string } } } } }, links: ${links} } }`;
  const sent = 'requestBody: { content: { application/json: { schema: { type: object } } } }';
  const parameters = (name: string) =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;
  const above = async (id: string, hives = 'hives'): Promise<string | undefined> => {
    const linked = await loadPaths(`
  /yards:
    post: { operationId: createYard, ${sent}, responses: ${created('{}')} }
  /yards/{yard}/hives:
    ${parameters('yard')}
    post: { operationId: createHive, ${sent}, responses: ${created(linkTo(id))} }
  /${hives}/{hive}/inspections:
    ${parameters('hive')}
    post: { operationId: inspect, ${sent}, responses: ${created('{}')} }
`);
    expect(creatorAbove(linked, operationIn(linked, 'createHive'))?.id).toBe('createYard');
    return creatorAbove(linked, operationIn(linked, 'inspect'))?.id;
  };
  expect(await above('id', 'colonies')).toBe('createHive');
  expect(await above('queen', 'colonies')).toBeUndefined();
  expect(await above('queen')).toBe('createHive');
});

it('a Link of a creation names the listing of what it creates only if that has such records, and is not below them', async () => {
  const record = (name: string, more = '') =>
    `${name}: { type: object, required: [id], properties: { id: { type: string }${more} } }`;
  const content = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const of = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
  const parameter = (name: string, where: string) =>
    `parameters: [{ name: ${name}, in: ${where}, required: true, schema: { type: string } }]`;
  const listing = (id: string, name: string) =>
    `get: { operationId: ${id}, x-list: { items: $response.body, identifier: /id }, responses: { '200': { description: All., ${content(`{ type: array, items: ${of(name)} }`)} } } }`;
  const listed = async (link: string): Promise<string> => {
    const linked = await loadPaths(`
  /hives:
    post:
      operationId: createHive
      requestBody: { ${content('{ type: object }')} }
      responses: { '201': { description: Created., ${content(of('Hive'))}, links: { more: ${link} } } }
    ${listing('listHives', 'Hive')}
  /hives/{hive}/visits:
    ${parameter('hive', 'path')}
    ${listing('listVisits', 'Visit')}
  /hives/{hive}/swarms:
    ${parameter('hive', 'path')}
    ${listing('listSwarms', 'Hive')}
  /colonies:
    ${parameter('yard', 'query')}
    ${listing('listColonies', 'Hive')}
components:
  schemas:
    ${record('Hive', ', yard: { type: string }')}
    ${record('Visit')}
`);
    const { id } = listingOf(linked, operationIn(linked, 'createHive')) ?? {};
    return `${id} ${linked.clauses.get('createHive/listed')?.level}`;
  };
  const link = (operation: string, parameters: string) =>
    `{ operationId: ${operation}, parameters: { ${parameters} } }`;
  expect(await listed(link('listHives', ''))).toBe('listHives must');
  expect(await listed(link('listColonies', 'yard: $response.body#/yard'))).toBe('listColonies must');
  expect(await listed(link('listVisits', 'hive: $response.body#/id'))).toBe('listHives should');
  expect(await listed(link('listVisits', 'hive: $response.body#/yard'))).toBe('listHives should');
  expect(await listed(link('listSwarms', 'hive: $response.body#/id'))).toBe('listHives should');
});

it('fills the template of a path in the order of its parameters', () => {
  expect(filledPath('/a/{one}/b/{two}', ['1', '$&'])).toBe('/a/1/b/$&');
});
