import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { bookshop, loadFiles } from '../contract/own-contract.ts';

const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

const object = '      type: object\n';

/** A chain of schemas; each refers to the next twice, as `use` says. */
const doubling = (count: number, use: (reference: string) => string): string =>
  `      $ref: '#/components/schemas/S0'\n${times(
    count,
    (index) => `    S${index}: ${use(`{ $ref: '#/components/schemas/S${index + 1}' }`)}\n`,
  )}    S${count}: { type: object }\n`;

describe('a contract that would take without end is bounded', () => {
  it.each<[string, string]>([
    ['fields that double by each level', doubling(60, (one) => `{ type: object, properties: { a: ${one}, b: ${one} } }`)],
    ['parts that double by each level', doubling(60, (one) => `{ allOf: [${one}, ${one}] }`)],
    ['alternatives that double by each level', doubling(60, (one) => `{ oneOf: [${one}, ${one}] }`)],
    ['schemas that all contain each other', `${object}      properties: {${times(40, (index) => ` p${index}: { $ref: '#/components/schemas/S${index}' },`)} }\n${times(40, (index) => `    S${index}: { $ref: '#/components/schemas/Book/properties/p${(index + 1) % 40}/x' }\n`)}`],
    ['five hundred levels', `      ${'{ properties: { a: '.repeat(120)}{}${' } }'.repeat(120)}\n`],
    ['a list of a hundred thousand values', `      enum: [${times(100_000, (index) => `v${index},`)}]\n`],
    ['thirty thousand fields', `${object}      properties: {${times(30_000, (index) => ` f${index}: {},`)} }\n`],
    ['references in a row', doubling(5_000, (one) => one)],
    ['references in a row, from the end', `      $ref: '#/components/schemas/S5000'\n    S0: { type: object }\n${times(5_000, (index) => `    S${index + 1}: { $ref: '#/components/schemas/S${index}' }\n`)}`],
  ])('%s', async (_, schema) => {
    const outcome = await loadFiles({ 'openapi.yaml': bookshop(schema) }).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(UserError);
      expect(outcome.message).toMatch(/^openapi\.yaml:\d+: [^\n]+\.$/);
    }
  }); // biome-ignore format: one line a case
});
