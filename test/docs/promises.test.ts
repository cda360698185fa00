import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPages, root } from './pages.ts';

const pages = (await readPages()).filter(({ path }) => /hazards\.md$/.test(path));

/** The last column of each table of a page. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/^\|.*\|([^|]*)\|$/gm)]
    .map(([, last = '']) => last.trim())
    .filter((last) => last !== 'test' && !/^-+$/.test(last));

test.each(pages)('each line of a table of $path names tests that there are', ({ text }) => {
  expect(namedIn(text).length).toBeGreaterThan(10);
  for (const cell of namedIn(text)) {
    expect(cell).toMatch(/^`[\w/-]+`(?:, `[\w/-]+`)*$/);
    for (const [, name = ''] of cell.matchAll(/`([^`]+)`/g)) {
      const path = name.includes('/') ? name : `test/hostile/${name}`;
      expect(existsSync(join(root, `${path}.test.ts`)), path).toBe(true);
    }
  }
});
