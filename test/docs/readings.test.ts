import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sourceFiles } from '../house/source-files.ts';
import { root } from './pages.ts';

const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** The numbers that the page of readings explains. */
const entries = new Set(
  [...(await text('docs/readings.md')).matchAll(/^\*\*(P?\d+)\. /gm)].map(([, number]) => number),
);

/** The numbers cited in a text: READINGS 21, READINGS P3 and 26, also where a comment breaks its lines. */
const citedIn = (cited: string): string[] =>
  [
    ...cited.replaceAll(/\s+(?:\*|\/\/|#)?\s*/g, ' ').matchAll(/READINGS? (P?\d+(?:(?:,| and| or) P?\d+)*)/g),
  ].flatMap(([, numbers = '']) => numbers.match(/P?\d+/g) ?? []);

test('the page explains nine principles and thirty-six readings', () => {
  const numbers = [...Array(9).keys()].map((index) => `P${index + 1}`);
  expect([...entries]).toEqual([...numbers, ...[...Array(36).keys()].map((index) => `${index + 1}`)]);
});

test('every reading that a clause cites is explained', async () => {
  const clauses: Record<string, { readonly reading?: unknown }> = parse(await text('spec/clauses.yaml'));
  const cited = Object.values(clauses).flatMap((clause) => [clause?.reading ?? []].flat().map(String));
  expect(cited.length).toBeGreaterThan(300);
  expect(cited.filter((number) => !entries.has(number))).toEqual([]);
});

test('every reading that a comment cites is explained', async () => {
  const files = [
    ...(await sourceFiles()),
    { path: 'spec/choices.yaml', text: await text('spec/choices.yaml') },
  ];
  const cited = files.flatMap(({ path, text }) => citedIn(text).map((number) => ({ path, number })));
  expect(cited.length).toBeGreaterThan(60);
  expect(cited.filter(({ number }) => !entries.has(number))).toEqual([]);
  expect(citedIn('(READINGS 3,\n * 6) and READINGS P4 and 99')).toEqual(['3', '6', 'P4', '99']);
});
