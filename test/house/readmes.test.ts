import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The pages of the code; each is about the files of its folder, and of those below it that have no page. */
const pages = await Promise.all(
  ['conformance', 'spec', 'src'].map(async (area) => {
    const found = await readdir(join(root, area), { recursive: true });
    return found.filter((name) => basename(name) === 'README.md').map((name) => join(area, dirname(name)));
  }),
).then((all) => all.flat());

const files = (await sourceFiles(['src', 'conformance', 'spec', 'test', 'tools', 'bench'])).map(
  ({ path }) => path,
);

test.each(pages)('%s/README.md has one row for each file, and no others', async (page) => {
  const text = await readFile(join(root, page, 'README.md'), 'utf8');
  const rows: string[] = [];
  let folder = page;
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) folder = join(page, /`([\w/-]+)\/`/.exec(line)?.[1] ?? '');
    const [, cell = ''] = /^\|([^|]*)\|/.exec(line) ?? [];
    for (const [, name = ''] of cell.matchAll(/`([\w.-]+\.ts)`/g)) rows.push(join(folder, name));
  }
  const below = pages.filter((other) => other.startsWith(`${page}/`));
  const own = files.filter(
    (file) => file.startsWith(`${page}/`) && !below.some((other) => file.startsWith(`${other}/`)),
  );
  expect(own.length).toBeGreaterThan(5);
  expect(rows.sort()).toEqual(own.sort());
});

test('each file of the code has a page above it', () => {
  const code = files.filter((file) => /^(conformance|spec|src)\//.test(file));
  expect(code.filter((file) => !pages.some((page) => file.startsWith(`${page}/`)))).toEqual([]);
});

const documents = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  ...pages.map((page) => join(page, 'README.md')),
];

test.each(documents)('%s names only files that there are', async (path) => {
  const text = await readFile(join(root, path), 'utf8');
  const named = [...text.matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.test)?\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
