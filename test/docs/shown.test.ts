import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { choicesOf } from '../../src/contract/choices.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import { contract, ruleSet } from '../shipped.ts';
import { argumentsIn } from './command-lines.ts';
import { blocksOf, readPages, root } from './pages.ts';

const pages = await readPages();

/** The line below the name of a rule or a choice wherever it is reported: its title, or its question. */
const below = new Map<string, string>([
  ...ruleSet.rules.map(({ id, title }) => [id, title] as const),
  ...[...choicesOf(contract)].map(([id, { asks }]) => [id, asks] as const),
]);

/** The findings that a printed report shows: the name of a rule or a choice, and the line below it. */
const findingsIn = (printed: string): [name: string, line: string][] =>
  [...printed.matchAll(/^[✗⚠○] (?:choice\/)?([\w/-]+)(?:=\S+)?(?: .*)?\n {4}(?!expected )(.+)$/gm)].map(
    ([, name = '', line = '']) => [name, line],
  );

test('findings on the pages have the titles and questions of today', () => {
  const shown = pages.flatMap((page) => blocksOf(page).flatMap(({ content }) => findingsIn(content)));
  const known = shown.filter(([name]) => below.has(name));
  expect(known.length).toBeGreaterThan(4);
  for (const [name, line] of known)
    expect(line.startsWith(below.get(name) ?? '?'), `${name}: ${line}`).toBe(true);
  expect(findingsIn('✗ node-products/page-limit   must\n    another title\n')).toEqual([
    ['node-products/page-limit', 'another title'],
  ]);
});

test('what a page shows of a clause is what is printed', async () => {
  let compared = 0;
  for (const page of pages) {
    const blocks = blocksOf(page);
    for (const [index, { content }] of blocks.entries()) {
      const [words = []] = argumentsIn(content.trim()) ?? [];
      if (words[0] !== 'clauses' || words.includes('--target')) continue;
      const { out } = await runAssay(words);
      expect(out.trim()).toBe(blocks[index + 1]?.content.trim());
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(0);
});

test('the examples of the contract on the pages for contributors are parts of the contract', async () => {
  const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
  const files = (await read('spec/choices.yaml')) + (await read('spec/openapi.yaml'));
  const lines = new Set(files.split('\n').map((line) => line.trim()));
  const shown = pages
    .filter(({ path }) => path === 'CONTRIBUTING.md')
    .flatMap((page) =>
      blocksOf(page).filter(({ language, content }) => language === 'yaml' || /^\s+asks: /m.test(content)),
    );
  expect(shown).toHaveLength(2);
  for (const { content } of shown)
    for (const line of content.trim().split('\n')) expect(lines).toContain(line.trim());
});

test('the styles of listings on the page of the contract are those of contracts that are checked', async () => {
  const shown = pages
    .filter(({ path }) => path === 'docs/contract.md')
    .flatMap((page) => blocksOf(page).filter(({ content }) => content.startsWith('x-list: # ')));
  expect(shown).toHaveLength(6);
  for (const { content } of shown) {
    const [first = '', ...lines] = content.trim().split('\n');
    const file = await readFile(join(root, first.replace('x-list: # ', '')), 'utf8');
    for (const line of lines) expect(file).toContain(`\n        ${line.slice(2)}\n`);
  }
});
