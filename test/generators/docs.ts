import { readFile } from 'node:fs/promises';

const page = await readFile(new URL('../../docs/generators.md', import.meta.url), 'utf8');

/** The command that the page has for each generator, by its name. */
export const commandsInDocs: Readonly<Record<string, string>> = Object.fromEntries(
  [...page.matchAll(/^\| ([^|]+) \| `([^`]+)` \|/gm)].map(([, name = '', words = '']) => [name, words]),
);

/** The only fenced block of a language. */
export function blockInDocs(language: string): string {
  const [, block] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? [];
  if (block === undefined) throw new Error(`docs/generators.md has no block of ${language}`);
  return block;
}
