import { expect, it } from 'vitest';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { bookshop, loadFiles } from '../contract/own-contract.ts';

/** A check of a contract with a line at the root of the document. */
async function checkWith(line: string) {
  const contract = await loadFiles({
    'openapi.yaml': `${line}${bookshop(`      type: object
      required: [title]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string }
        day: { type: string, format: date }
        pages: { type: integer, minimum: 1, multipleOf: 2 }
`)}`,
  });
  return checkOf(contract, { writes: 'allow' }, createStub({ contract }).transport);
}

const sentWith = async (line: string): Promise<number> => (await checkWith(line)).requests;

it('sends the same requests whatever level the contract states', async () => {
  const usual = await sentWith('');
  expect(usual).toBeGreaterThan(20);
  for (const level of ['must', 'should']) expect(await sentWith(`x-level: ${level}\n`)).toBe(usual);
});

it('judges no clause that the contract leaves to the server', async () => {
  const clause = 'createBook/request-body-required';
  const judged = async (line: string) => (await checkWith(line)).results.map(({ rule }) => rule);
  expect(await judged('')).toContain(clause);
  const left = await judged('x-level: { request-body-required: unspecified }\n');
  expect(left).not.toContain(clause);
  expect(left.length).toBeGreaterThan(10);
});
