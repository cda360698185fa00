import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { profiles } from '../../conformance/core/profiles.ts';
import { loadContract } from '../../src/contract/load.ts';
import { operationsIn, requestOf } from '../../src/contract/openapi.ts';
import { descriptors, filledPath, operationIds, operationThat } from '../../src/contract/operations.ts';
import { at, isObject } from '../../src/json/json.ts';
import { stubOperations } from '../../src/stub/operations.ts';
import { root } from '../docs/pages.ts';

const { document, operations } = await loadContract();

it('spec/operations.ts says of each operation what spec/openapi.yaml does', () => {
  const parts = operationsIn(document);
  const stated = parts.map((part) => {
    const data = at(
      operations[operationIds.find((id) => id === part.id) ?? 'subscription'].response,
      'properties',
      'data',
    );
    const isList = at(data, 'type') === 'array';
    const type = String(at(data, ...(isList ? ['items'] : []), 'properties', 'type', 'const'));
    const { security } = part.found;
    const descriptor = {
      kind: part.method === 'post' ? 'create' : isList ? 'list' : 'read',
      resource: type.replaceAll('_', '-'),
      method: part.method.toUpperCase(),
      path: part.url,
      pathParameters: [...part.url.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
      hasBody: requestOf(document, part) !== undefined,
      needsToken:
        Array.isArray(security) &&
        security.length > 0 &&
        security.every((one) => isObject(one) && Object.keys(one).length > 0),
    };
    return [part.id, descriptor];
  });
  expect(parts.length).toBeGreaterThan(0);
  expect(Object.entries(descriptors)).toEqual(stated);
});

it('the stub, the engine and the schemas of reports and target files know the same operations', async () => {
  expect(Object.keys(stubOperations)).toEqual(operationIds);
  expect(Object.keys(profiles)).toEqual(operationIds);
  const read = async (file: string) => JSON.parse(await readFile(join(root, 'conformance', file), 'utf8'));
  expect((await read('report/report.schema.json')).$defs.operation.enum).toEqual(operationIds);
  const tokens = (await read('target/target.schema.json')).properties.token.else.properties;
  expect(tokens).toEqual(Object.fromEntries(operationIds.map((id) => [id, { $ref: '#/$defs/token' }])));
});

it('an operation that does not exist is not found in silence', () => {
  expect(operationThat('list', 'product')).toBe('node-products');
  expect(() => operationThat('create', 'product')).toThrow(
    'no operation of the contract is to create "product"',
  );
});

it('fills the template of a path in the order of its parameters', () => {
  expect(filledPath('/a/{one}/b/{two}', ['1', '$&'])).toBe('/a/1/b/$&');
});
