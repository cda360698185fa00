import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../docs/pages.ts';

/** The page about generators. */
export const page = await readFile(join(root, 'docs/http-clients.md'), 'utf8');

/** The command that the page has for each generator, by its name. */
export const commandsInDocs: Readonly<Record<string, string>> = Object.fromEntries(
  [...(page.split('\n## What each depends on')[0] ?? '').matchAll(/^\| ([^|]+) \| `([^`]+)` \|/gm)].map(
    ([, name = '', words = '']) => [name, words],
  ),
);
