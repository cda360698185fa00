import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readExpected } from '../../conformance/client/expected-file.ts';
import { contract } from '../shipped.ts';

const entry = { method: 'GET', path: '/pcm/*/products', reason: 'a filter of no grammar' };

async function read(content: unknown) {
  await writeFile('expected.json', JSON.stringify(content));
  return readExpected('expected.json', contract);
}

test('an entry may name a clause', async () => {
  const entries = [entry, { ...entry, clause: 'node-products/filter-unparsable' }];
  expect(await read(entries)).toEqual(entries);
});

test.each([
  [entry, 'not a list'],
  [['GET'], 'not an entry'],
  [[{ ...entry, url: '/' }], '"url" is not a field of an entry'],
  [[{ ...entry, reason: ' ' }], '"reason" is missing or not a text'],
  [[{ ...entry, path: 7 }], '"path" is missing or not a text'],
  [[{ method: 'GET', path: '/' }], '"reason" is missing or not a text'],
  [[{ ...entry, clause: 'node-products/x' }], '"node-products/x" is not a clause'],
])('%j is an error', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});
