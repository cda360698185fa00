import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linksOf, type Page, proseOf, readPages, root } from './pages.ts';

const pages = await readPages();

/** The part of an address that a heading of a page is reached by, as GitHub makes it. */
const anchorsOf = (page: Page): string[] =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the links of the documentation', () => {
  test.each(pages)('of $path lead to files and headings that there are', (page) => {
    for (const link of linksOf(page)) {
      const [file = '', anchor] = link.split('#');
      const path = file === '' ? page.path : relative(root, join(root, dirname(page.path), file));
      expect(existsSync(join(root, path)), link).toBe(true);
      const there = pages.find((one) => one.path === path);
      if (anchor !== undefined && there) expect(anchorsOf(there), link).toContain(anchor);
    }
  });

  test('lead to every page of the docs', () => {
    const linked = new Set(
      pages.flatMap((page) =>
        linksOf(page).map((link) => join(dirname(page.path), link.split('#')[0] ?? '')),
      ),
    );
    expect(
      pages.map(({ path }) => path).filter((path) => path.startsWith('docs/') && !linked.has(path)),
    ).toEqual([]);
  });
});

describe('the files that the documentation names', () => {
  // Of tests, the part of their names that tells them apart is enough.
  const isThere = (path: string): boolean =>
    ['', '.test.ts'].some((end) => existsSync(join(root, path + end)));
  const top = /^(src|conformance|test|spec|fixtures|docs|bench|examples|tools)\/[\w./-]*\w\/?$/;

  test.each(pages.filter(({ path }) => path !== 'src/README.md'))('in $path are there', (page) => {
    const named = [...proseOf(page).matchAll(/`([^`\s]+)`/g)]
      .map(([, span = '']) => span)
      .filter((span) => top.test(span));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test('as tests are there', async () => {
    const folders = ['test', 'bench', 'examples'].map((folder) =>
      readdir(join(root, folder), { recursive: true }),
    );
    const tests = (await Promise.all(folders)).flat().map((file) => file.split('/').at(-1));
    const named = pages.flatMap((page) =>
      [...proseOf(page).matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => !tests.includes(name))).toEqual([]);
  });
});
