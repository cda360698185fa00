import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { profiles } from '../../conformance/profiles/profiles.ts';
import { filledPath, operationThat } from '../../src/contract/operations/operations.ts';
import { operationTable } from '../../src/contract/operations/table.ts';
import { at } from '../../src/json/json.ts';
import { stubOperations } from '../../src/stub/operations/all.ts';
import { readDescriptors, schemasOf } from '../../tools/operations.ts';
import { root } from '../docs/pages.ts';

it('what is made from the operations of spec/openapi.yaml says what it says; if not, run npm run generate:operations', async () => {
  const descriptors = await readDescriptors();
  const ids = descriptors.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  expect(Object.values(operationTable)).toEqual(descriptors);
  expect(Object.keys(stubOperations)).toEqual(ids);
  expect(Object.keys(profiles)).toEqual(ids);
  for (const { file, place, value } of schemasOf(descriptors))
    expect(at(JSON.parse(await readFile(join(root, file), 'utf8')), ...place)).toEqual(value);
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
