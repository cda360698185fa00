import { plain } from '../text/plain.ts';

/** Text as Markdown shows it, with nothing in it that Markdown or HTML would read, and nobody mentioned and nothing linked. */
export const text = (words: string): string =>
  plain(words)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#]/g, '\\$&')
    .replaceAll(/@(?=\w)|:(?=\/\/)|www(?=\.)/gi, '$&<!-- -->');

/** Text as code on one line. */
export function code(words: string): string {
  const clean = plain(words);
  const longest = Math.max(0, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${clean} ${fence}`;
}

/** Text as code in a cell of a table, where a bar would end it. */
export const codeCell = (words: string): string => code(words).replaceAll('|', '\\|');

/** Lines as a block of code. */
export function block(lines: readonly string[], language = ''): string {
  const body = lines.map(plain).join('\n');
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, body, fence].join('\n');
}

/** A table, its cells Markdown already. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What is folded away until it is asked for; the title is ours, the body Markdown already. */
export const details = (title: string, body: string): string =>
  `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
