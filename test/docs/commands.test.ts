import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../conformance/cli/main.ts';
import manifest from '../../package.json' with { type: 'json' };
import { createIo } from '../cli/assay-in-process.ts';
import { commandLinesOf, mentionsIn } from './command-lines.ts';
import { blocksOf, readPages, root } from './pages.ts';

const pages = await readPages();

/** What else a reader may copy commands from. */
const others = await Promise.all(
  ['action.yml', ...(await readdir(join(root, 'examples/ci'))).map((name) => `examples/ci/${name}`)]
    .filter((path) => path.endsWith('.yml'))
    .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
);

/** What the program makes of a command line, without doing it: nothing, or what is wrong with it. */
async function mistakeIn(words: readonly string[]): Promise<string | undefined> {
  const program = await createProgram(createIo().io, () => {});
  const neverActs = (command: Command): void => {
    command.action(() => {});
    command.commands.forEach(neverActs);
  };
  program.commands.forEach(neverActs);
  return program.parseAsync([...words], { from: 'user' }).then(
    () => undefined,
    ({ message }: Error) => (message === '(outputHelp)' ? undefined : message),
  );
}

describe('the command lines of the documentation', () => {
  test.each(pages)('of $path are understood', async (page) => {
    for (const words of commandLinesOf(page)) expect(await mistakeIn(words), words.join(' ')).toBeUndefined();
  });

  test.each(pages)('that $path mentions are there', async (page) => {
    const { commands } = await createProgram(createIo().io, () => {});
    const names = commands.map((command) => command.name());
    expect(mentionsIn(page).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('are many, on many pages', () => {
    expect(pages.flatMap(commandLinesOf).length).toBeGreaterThan(25);
    expect(pages.filter((page) => commandLinesOf(page).length > 0).length).toBeGreaterThan(6);
  });

  test('would be told from wrong ones', async () => {
    expect(await mistakeIn(['check', '--nonsense'])).toMatch(/unknown option/);
    expect(await mistakeIn(['nonsense'])).toMatch(/unknown command/);
    expect(await mistakeIn(['check', '--seed', 'seven'])).toMatch(/whole number/);
    expect(await mistakeIn(['compare'])).toMatch(/missing required argument/);
  });

  test.each(pages)('of $path name scripts that there are', (page) => {
    const scripts = [...page.text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });

  test.each([...pages, ...others])('of $path never install or fetch assay by name', ({ path, text }) => {
    const blocks = path.endsWith('.md') ? blocksOf({ path, text }).map(({ content }) => content) : [];
    for (const one of [text, ...blocks]) {
      expect(one).not.toMatch(/\bnpx (?!--no )(?:-\S+ )*assay\b/);
      expect(one).not.toMatch(/\b(?:npm (?:i|install|add|exec)|yarn add|pnpm add)(?: -\S+)* assay\b/);
    }
  });
});
