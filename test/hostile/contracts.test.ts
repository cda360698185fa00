import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { loadContract } from '../../src/contract/load.ts';
import { UserError } from '../../src/errors.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { bookshop, loadDocument, loadFiles, withFiles } from '../contract/own-contract.ts';

const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

const object = '      type: object\n';

/** A chain of schemas; each refers to the next twice, as `use` says. */
const doubling = (count: number, use: (reference: string) => string): string =>
  `      $ref: '#/components/schemas/S0'\n${times(
    count,
    (index) => `    S${index}: ${use(`{ $ref: '#/components/schemas/S${index + 1}' }`)}\n`,
  )}    S${count}: { type: object }\n`;

/** A record with one field, which is required. */
const field = (schema: string): string =>
  `${object}      required: [f]\n      properties: { f: ${schema} }\n`;

const json = (paths: object): string =>
  JSON.stringify({ openapi: '3.1.1', info: { title: 'Books', version: '1.0.0' }, paths });
const body = {
  content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
};
const responses = { 200: { description: 'ok', ...body } };

describe('a contract that would take without end is bounded', () => {
  it.each<[string, string]>([
    ['fields that double by each level', doubling(60, (one) => `{ type: object, properties: { a: ${one}, b: ${one} } }`)],
    ['parts that double by each level', doubling(60, (one) => `{ allOf: [${one}, ${one}] }`)],
    ['alternatives that double by each level', doubling(60, (one) => `{ oneOf: [${one}, ${one}] }`)],
    ['schemas that all contain each other', `${object}      properties: {${times(40, (index) => ` p${index}: { $ref: '#/components/schemas/S${index}' },`)} }\n${times(40, (index) => `    S${index}: { $ref: '#/components/schemas/Book/properties/p${(index + 1) % 40}/x' }\n`)}`],
    ['five hundred levels', `      ${'{ properties: { a: '.repeat(120)}{}${' } }'.repeat(120)}\n`],
    ['a list of a hundred thousand values', `      enum: [${times(100_000, (index) => `v${index},`)}]\n`],
    ['thirty thousand fields', `${object}      properties: {${times(30_000, (index) => ` f${index}: {},`)} }\n`],
    ['a thousand parts', `      allOf: [${times(1000, (index) => `{ properties: { f${index}: { type: string, maxLength: ${index + 1} } } },`)}]\n`],
    ['a thousand parts about one field', `      allOf: [${times(1000, (index) => `{ properties: { f: { type: string, maxLength: ${index + 1} } } },`)}]\n`],
    ['a thousand alternatives', `      oneOf: [${times(1000, (index) => `{ type: object, required: [k], properties: { k: { const: v${index} } } },`)}]\n`],
    ['a thousand values that are objects', `      enum: [${times(1000, (index) => `{ a: ${index}, b: [${index}] },`)}]\n`],
    ['a pattern that tries every way', field("{ type: string, pattern: '^(a+)+$' }")],
    ['a pattern whose texts are longer than memory', field("{ type: string, pattern: '^((a{900}){900}){900}' }")],
    ['a pattern of many alternatives', field(`{ type: string, pattern: '^(${times(5000, (index) => `a${index}|`)}b)$' }`)],
    ['a list longer than memory', field('{ type: array, minItems: 100000000, items: { type: string } }')],
    ['a text longer than memory', field('{ type: string, minLength: 600000000 }')],
    ['fields of which there are more than memory', field('{ type: object, minProperties: 100000000 }')],
    ['references in a row', doubling(5_000, (one) => one)],
    ['references in a row, from the end', `      $ref: '#/components/schemas/S5000'\n    S0: { type: object }\n${times(5_000, (index) => `    S${index + 1}: { $ref: '#/components/schemas/S${index}' }\n`)}`],
  ])('%s', async (_, schema) => {
    const outcome = await loadDocument(bookshop(schema)).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(UserError);
      expect(outcome.message).toMatch(/^openapi\.yaml:\d+: [^\n]+\.$/);
    }
  }); // biome-ignore format: one line a case
});

it('a contract of ten thousand operations is read', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [
      `/r/{id}/act${index}`,
      { post: { requestBody: body, responses } },
    ]),
  );
  const { operations } = await loadFiles({ 'openapi.json': json(paths) });
  expect(Object.keys(operations)).toHaveLength(10_000);
});

it('a place after a long text is found', async () => {
  const paths = { '/books': { description: 'x'.repeat(9_000_000), $ref: '#/nothing' } };
  await expect(loadFiles({ 'openapi.json': json(paths) })).rejects.toThrow(/^openapi\.json:1: [^\n]+\.$/);
});

it.each([
  ['lists', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
])('%s in each other are one sentence', async (_, deep) => {
  const text = json({}).replace(/}$/, `,"x-deep":${deep}}`);
  await expect(loadFiles({ 'openapi.json': text })).rejects.toThrow(/^openapi\.json(:\d+)*: [^\n]+\.$/);
});

it.each([
  ['a device', '/dev/zero', /leads out of the folder/],
  ['a link to a device', 'zero.yaml', /leads out of the folder/],
  ['a pipe', 'pipe.yaml', /leads to no file/],
  ['a folder', 'folder', /leads to no file/],
  ['nothing', 'absent.yaml', /cannot be read \(ENOENT\)/],
])('a reference to %s is one sentence', async (_, target, sentence) => {
  const text = `openapi: 3.1.1\ninfo: { title: Books, version: 1.0.0 }\npaths:\n  /books: { $ref: ${target} }\n`;
  await withFiles({ 'openapi.yaml': text }, async (folder) => {
    await symlink('/dev/zero', join(folder, 'zero.yaml'));
    await mkdir(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
    const outcome = await loadContract({ openapi: join(folder, 'openapi.yaml') }).catch(
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(UserError);
    expect(String(outcome)).toMatch(/openapi\.yaml:4: [^\n]+\.$/);
    expect(String(outcome)).toMatch(sentence);
  });
});

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

it('names that every object inherits are names like others', async () => {
  const fields = inherited.map((name) => `"${name}":{"type":"string","maxLength":9}`).join();
  const schema = `{"type":"object","required":${JSON.stringify(inherited)},"properties":{"id":{"type":"string","readOnly":true},${fields}}}`;
  const shown = (type: string): string =>
    `{"description":"ok","content":{"application/json":{"schema":${type}}}}`;
  const parameters = inherited.flatMap((name) =>
    ['query', 'header'].map((place) => ({
      name,
      in: place,
      required: true,
      example: 'x',
      schema: { type: 'string' },
    })),
  );
  const paths = inherited.map((name) => {
    const record = `{"$ref":"#/components/schemas/${name}"}`;
    const post = `{"operationId":"${name}_one","requestBody":${shown(record)},"responses":{"201":${shown(record)}}}`;
    const get = `{"operationId":"${name}_all","parameters":${JSON.stringify(parameters)},"responses":{"200":${shown(`{"type":"array","items":${record}}`)}}}`;
    return `"/${name}":{"post":${post},"get":${get}}`;
  });
  const schemas = inherited.map((name) => `"${name}":${schema}`).join();
  const contract = await loadFiles({
    'openapi.json': `{"openapi":"3.1.1","info":{"title":"Books","version":"1.0.0"},"paths":{${paths.join()}},"components":{"schemas":{${schemas}}}}`,
  });
  // An operation with such an id alone is refused.
  expect(Object.keys(contract.operations)).toEqual(
    expect.arrayContaining(inherited.map((name) => `${name}_one`)),
  );
  const target = resolveTarget(
    contract,
    { headers: Object.fromEntries(inherited.slice(1).map((name) => [name, 'x'])) },
    'http://localhost',
  );
  const { run } = await createCheck({ contract, target });
  const { results } = await run(createStub({ contract }).transport);
  expect(results.filter(({ verdict }) => ['fail', 'error'].includes(verdict))).toEqual([]);
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100);
});
