import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blocksOf, root } from '../docs/pages.ts';

const path = 'docs/http-clients.md';
/** The page about generators. */
export const page = await readFile(join(root, path), 'utf8');

/** The command that the page has for each generator, by its name. */
export const commandsInDocs: Readonly<Record<string, string>> = Object.fromEntries(
  [...(page.split('\n## What each sends')[0] ?? '').matchAll(/^\| ([^|]+) \| `([^`]+)` \|/gm)].map(
    ([, name = '', words = '']) => [name, words],
  ),
);

/** The only fenced block of a language. */
export function blockInDocs(language: string): string {
  const block = blocksOf({ path, text: page }).find((one) => one.language === language);
  if (!block) throw new Error(`${path} has no block of ${language}`);
  return block.content;
}
