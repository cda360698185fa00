import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files that each topic has by the same name, so that one sentence says what is in them. */
const ofEachTopic = ['rules.ts', 'experiments.ts', 'observations.ts', 'mutants.ts'];

/** Folders whose page has a row for each file. */
const rowPerFile = [
  'conformance',
  'conformance/create',
  'conformance/fields',
  'conformance/life',
  'conformance/list',
  'spec',
  'src',
];

test.each(rowPerFile)('%s/README.md has one row for each file, and no others', async (page) => {
  const text = await readFile(join(root, page, 'README.md'), 'utf8');
  const rows: string[] = [];
  let folder = page;
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) folder = join(page, /`([\w/-]+)\/`/.exec(line)?.[1] ?? '');
    const [, cell = ''] = /^\|([^|]*)\|/.exec(line) ?? [];
    for (const [, name = ''] of cell.matchAll(/`([\w.-]+\.ts)`/g)) rows.push(join(folder, name));
  }
  const others = [...rowPerFile, ...described.map((one) => join('conformance', one))];
  const below = others.filter((other) => other.startsWith(`${page}/`));
  const files = (await sourceFiles([page]))
    .map(({ path }) => path)
    .filter((file) => !below.some((other) => file.startsWith(`${other}/`)));
  expect(files.length).toBeGreaterThan(5);
  expect(rows.sort()).toEqual(files.sort());
});

const described = ['cli', 'client', 'core', 'engine', 'proof', 'recorded', 'report', 'target'];

test.each(described.map((folder) => join('conformance', folder)))(
  '%s/README.md names all files, and no others',
  async (path) => {
    const text = await readFile(join(root, path, 'README.md'), 'utf8');
    const named = new Set([...text.matchAll(/`([\w-]+\.ts)`/g)].map(([, name]) => name));
    const files = (await sourceFiles([path])).map((file) => file.path);
    expect(files.length).toBeGreaterThan(5);
    const isTopic = (file: string): boolean => ofEachTopic.includes(basename(file));
    expect(files.filter((file) => !isTopic(file) && !named.has(basename(file)))).toEqual([]);
    const names = new Set(files.map((file) => basename(file)));
    expect([...named].filter((name = '') => !names.has(name))).toEqual([]);
    const folders = new Set(files.map((file) => dirname(file)).filter((one) => one !== path));
    expect([...folders].filter((one) => !text.includes(`\`${basename(one)}/\``))).toEqual([]);
  },
);

test.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s names only files that there are', async (path) => {
  const text = await readFile(join(root, path), 'utf8');
  const files = await sourceFiles(['src', 'conformance', 'spec', 'test', 'tools', 'bench']);
  const names = new Set(files.map((file) => basename(file.path)));
  const named = [...text.matchAll(/`(?:[\w.-]+\/)*([\w-]+(?:\.test)?\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
