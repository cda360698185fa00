import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { keywords, relations, totalCounts } from '../../src/contract/list.ts';
import { filterKeywords, meanings } from '../../src/contract/list-filters.ts';
import { sortKeywords } from '../../src/contract/list-sorts.ts';
import { at, isObject, objectIn } from '../../src/json/json.ts';

const root = join(import.meta.dirname, '../..');

/** Each `x-list` of an OpenAPI file. */
async function listsIn(file: string): Promise<Record<string, unknown>[]> {
  const { paths }: { paths: unknown } = parse(await readFile(join(root, file), 'utf8'));
  return Object.values(objectIn(paths)).flatMap((path) => {
    const list = at(path, 'get', 'x-list');
    return isObject(list) ? [list] : [];
  });
}

/** The words of the vocabulary that an `x-list` uses. */
function wordsOf(list: Record<string, unknown>): string[] {
  const { filter, sort, links, total } = list;
  const counts = at(total, 'counts') ?? (total === undefined ? [] : 'matching');
  const operators = at(filter, 'operators');
  const meant = Array.isArray(operators)
    ? operators
    : Object.values(objectIn(operators)).map((one) => at(one, 'means') ?? one);
  return [
    ...Object.keys(list),
    ...Object.keys(objectIn(filter)).map((word) => `filter.${word}`),
    ...Object.keys(objectIn(sort)).map((word) => `sort.${word}`),
    ...[counts].flat().map((word) => `counts: ${word}`),
    ...meant.map((word) => `means: ${word}`),
    ...(links === '$response.header.Link' ? relations : Object.keys(objectIn(links))).map(
      (word) => `links.${word}`,
    ),
  ];
}

const vocabulary = [
  ...keywords,
  ...filterKeywords.map((word) => `filter.${word}`),
  ...sortKeywords.map((word) => `sort.${word}`),
  ...totalCounts.map((word) => `counts: ${word}`),
  ...meanings.map((word) => `means: ${word}`),
  ...relations.map((word) => `links.${word}`),
];

const examples = ['library', 'orders', 'events'].map((name) => `examples/${name}/openapi.yaml`);

it('is used by the contracts of the examples, as far as the shipped contract is not the only one that needs it', async () => {
  const used = new Set((await Promise.all(examples.map(listsIn))).flat().flatMap(wordsOf));
  const left = vocabulary.filter((word) => !used.has(word));
  expect(left).toEqual(['pinned', 'included', 'compared', 'counts: either']);
  const shipped = (await listsIn('spec/openapi.yaml')).flatMap(wordsOf);
  expect(shipped).toEqual(expect.arrayContaining(left));
});

it('is explained in the documentation', async () => {
  const page = await readFile(join(root, 'docs/contract.md'), 'utf8');
  const unsaid = vocabulary.filter((word) => !page.includes(`\`${word.replace(/^.*[ .]/, '')}\``));
  expect(unsaid).toEqual([]);
});
