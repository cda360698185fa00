import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultKinds } from '../../src/stub/faults.ts';
import { blocksOf, readPages, root } from './pages.ts';

const folder = join(root, 'examples/stub');
const files = await Promise.all(
  (await readdir(folder)).map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
);
const paths = ['docs/stub.md'];
const pages = (await readPages()).filter(({ path }) => paths.includes(path));
const text = pages.map((page) => page.text).join('\n');
const blocks = pages.flatMap(blocksOf);

/** Whether each paragraph of a block is in one and the same example, where it is tested. */
const isTested = (content: string): boolean =>
  files.some(({ text }) =>
    content
      .trim()
      .split('\n\n')
      .every((paragraph) => text.includes(paragraph)),
  );

describe('the page of the stub', () => {
  test('shows what is tested, word for word', () => {
    const shown = blocks.filter(({ language }) => language === 'ts').map(({ content }) => content);
    expect(shown.length).toBeGreaterThan(4);
    expect(shown.filter((content) => !isTested(content))).toEqual([]);
    expect(isTested('await using stub = await startStub({ nonsense: true });')).toBe(false);
  });

  test('shows something of every example', () => {
    const code = blocks.map(({ content }) => content).join('\n');
    const titles = files.flatMap(({ text }) => /^it\S*?\(['[].*$/m.exec(text)?.[0] ?? []);
    expect(titles).toHaveLength(files.length - 1);
    expect(titles.filter((title) => !code.includes(title))).toEqual([]);
  });

  test('names every kind of fault, and what a stub has', async () => {
    for (const kind of faultKinds) expect(text).toContain(`| \`${kind}\` |`);
    const { startStub } = await import('../../conformance/testing.ts');
    await using stub = await startStub({ listen: false });
    for (const name of Object.keys(stub)) expect(text).toMatch(new RegExp(`^\\| \`${name}\\b`, 'm'));
  });
});
