import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { everyOperation } from '../../src/contract/operations.ts';
import { root } from '../docs/pages.ts';
import { sourceFiles } from './source-files.ts';

const operations = everyOperation(await loadContract());

/** Places that may name an operation: what is named after it or its resource, and what only the shipped contract has of each. */
const isOwn = (path: string): boolean =>
  /^conformance\/list\//.test(path) ||
  path
    .split('/')
    .some((step) => operations.some(({ id, resource }) => [id, resource].includes(step.replace('.ts', ''))));

/** A text or a pattern that begins with an id, a look-up by it, or the fixed beginning of a path, slashes escaped or not. */
const names = operations.flatMap(({ id, path }) => {
  const [beginning = ''] = path.split('{');
  return [
    new RegExp(`(['"\`])${id}(\\1|/)`, 'g'),
    new RegExp(`\\boperations\\.${id}\\b`, 'g'),
    new RegExp(`[\\^|]${id}(\\||\\)|\\\\/)|\\(${id}\\|`, 'g'),
    new RegExp(beginning.replace(/\/$/, '').replaceAll('/', '\\\\?/'), 'g'),
  ];
});

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** How often a text names operations. */
const countIn = (text: string): number =>
  names.reduce((sum, name) => sum + [...withoutComments(text).matchAll(name)].length, 0);

test('an operation is named in folders of its own, and nowhere else', async () => {
  const files = (await sourceFiles()).filter(({ path }) => !isOwn(path));
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap(({ path, text }) => (countIn(text) > 0 ? [path] : []))).toEqual([]);
});

test('an operation is seen however it is named', async () => {
  const [first] = operations;
  const { id = '', path = '' } = first ?? {};
  expect(countIn(`'${id}' "${id}/rule" \`${id}/\${rule}\``)).toBe(3);
  expect(countIn(`/${path.replaceAll('/', '\\/')}$/`)).toBeGreaterThan(0);
  expect(countIn(`/^${id}\\//`)).toBe(1);
  expect(countIn(`/^(${operations.map((one) => one.id).join('|')})/`)).toBeGreaterThan(0);
  expect(countIn(`/** '${id}' */`)).toBe(0);
  const openapi = await readFile(join(root, 'spec/openapi.yaml'), 'utf8');
  expect(countIn(openapi)).toBeGreaterThanOrEqual(operations.length);
});
