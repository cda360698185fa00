import { expect, test } from 'vitest';
import { bookshop, loadDocument } from './own-contract.ts';

const idsOf = async (schemas: string): Promise<readonly string[]> => {
  const { clauses } = await loadDocument(bookshop(schemas));
  return [...clauses.keys()].filter((id) => id.startsWith('createBook/request-'));
};

test('fields whose names differ only in signs have clauses of their own', async () => {
  const ids = await idsOf(`      type: object
      properties: { a-b: { maxLength: 3 }, a.b: { maxLength: 4 }, a_b: { maxLength: 3 } }
`);
  expect(ids.filter((id) => id.includes('a-b'))).toEqual([
    'createBook/request-a-b-maxLength',
    'createBook/request-a-b-maxLength-2',
    'createBook/request-a-b-maxLength-3',
  ]);
});

test('a required field called body is not the required body', async () => {
  const ids = await idsOf(`      type: object
      required: [body]
      properties: { body: { type: string } }
`);
  expect(ids).toContain('createBook/request-body-required');
  expect(ids).toContain('createBook/request-body-required-2');
});
