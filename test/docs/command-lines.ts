import { blocksOf, type Page, proseOf } from './pages.ts';

/** How a page names the command line: as messages do, from a project, and from a checkout. */
const callers = ['npm run -s assay --', 'npx --no -- assay', 'assay'];

/** The arguments of every `assay` command line on a page: in blocks, in printed output, and in the text. */
export function commandLinesOf(page: Page): string[][] {
  const lines = blocksOf(page).flatMap(({ content }) => content.replaceAll('\\\n', ' ').split('\n'));
  const spans = spansOf(page).filter((span) => !isMention(span));
  return [...lines, ...spans].flatMap((text) => argumentsIn(text) ?? []);
}

/** The commands that the text of a page only mentions, such as `assay compare`. */
export const mentionsIn = (page: Page): string[] =>
  spansOf(page).flatMap((span) => (isMention(span) ? (argumentsIn(span)?.flat() ?? []) : []));

const spansOf = (page: Page): string[] =>
  [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

const isMention = (span: string): boolean => argumentsIn(span)?.[0]?.length === 1;

/** The arguments of a line that calls assay, as a list of one; undefined for any other line. */
export function argumentsIn(line: string): string[][] | undefined {
  const text = line.trim().replace(/^(\$ |-? ?run: )?([A-Z_]+=\S+ )*/, '');
  const caller = callers.find((one) => text.startsWith(`${one} `));
  if (caller === undefined) return undefined;
  const words = wordsOf(text.slice(caller.length));
  // Three dots stand for any command; and a sentence may begin with the name.
  return /^[a-z]+$|^-/.test(words[0] ?? '') ? [words] : undefined;
}

/** A line as a shell would cut it, up to a comment, a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (/^(#|\||>|&)/.test(word)) break;
    words.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single = '', double = '') => single + double));
  }
  return words;
}
