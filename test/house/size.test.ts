import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const [mostFiles, mostLines] = [24, 300];

/** Written by generators, and read by compilers. */
const generated = ['src/types.ts', 'src/contract/choices/table.ts', 'src/contract/operations/table.ts'];

const files = await sourceFiles();

test(`no folder contains more than ${mostFiles} files`, () => {
  const sizes = new Map<string, number>();
  for (const { path } of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  expect([...sizes].filter(([, size]) => size > mostFiles)).toEqual([]);
});

test(`no file is longer than ${mostLines} lines`, () => {
  const lengths = files.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
  expect(lengths.filter(({ path, lines }) => !generated.includes(path) && lines > mostLines)).toEqual([]);
});
