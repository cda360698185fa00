import { counted } from '../../src/words.ts';
import {
  type Block,
  type CardGroup,
  type Cell,
  type Document,
  type ListItem,
  linesOf,
  marks,
  type Table,
} from './document.ts';
import { printable } from './escaping.ts';

/** A document as Markdown, as GitHub shows it in a comment or as the summary of a step. */
export function asMarkdown(document: Document): string {
  const { tool, subject, verdict, tone, why, add, notes, overview, blocks, facts } = document;
  const parts = [
    `## ${marks[tone][1]} ${tool}: ${verdict}`,
    ...(subject === undefined ? [] : [`${subject[0]} ${code(subject[1])}`]),
    text(why) + (add ? `; add to ${add.to}: ${code(add.line)}` : ''),
    ...notes.map((note) => `> ${text(note)}`),
    ...(overview && overview.rows.length > 0 ? [tableMarkdown(overview)] : []),
    ...blocks.flatMap(markdownLines),
    facts.map(([name, value]) => `${name} ${code(value)}`).join(' · '),
  ];
  return `${parts.join('\n\n')}\n`;
}

function markdownLines(block: Block): string[] {
  const { title, tone, count, rest, isFolded } = block;
  const more = rest === undefined ? [] : [`and ${text(rest)}`];
  if (block.kind === 'cards' && !block.isShort) return [...block.families.flatMap(cardLines), ...more];
  const titled = count === undefined ? title : `${title} (${count})`;
  const body = [blockText(block), ...more].join('\n\n');
  if (isFolded) return [foldedDetails(titled, body)];
  const emoji = ['untested', 'observed'].includes(tone) ? '' : `${marks[tone][1]} `;
  return [`### ${emoji}${text(titled)}`, body];
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'cards':
      return block.families.map(short).join('\n');
    case 'list':
      return block.items.map(itemText).join('\n');
    case 'table':
      return tableMarkdown(block);
  }
}

function cardLines({ lead, others, more }: CardGroup): string[] {
  return [
    `### ${marks[lead.tone][1]} ${code(lead.name)}`,
    ...(lead.titles.length > 0 ? [lead.titles.map(text).join('<br>')] : []),
    fenced(linesOf(lead)),
    ...(lead.output ? [foldedDetails('the end of the output', fenced(lead.output))] : []),
    ...(more === undefined || others.length === 0 ? [] : [text(more)]),
  ];
}

const short = ({ lead, more }: CardGroup): string =>
  `- ${code(lead.name)}: ${code(lead.short)}${more === undefined ? '' : `<br>${text(more)}`}`;

const itemText = ({ label, count, text: says, isCode, names }: ListItem): string =>
  `- ${label === undefined ? '' : `${label}: `}${isCode ? code(says) : text(says)}` +
  (names === undefined ? '' : ` (${count === undefined ? '' : `${counted(count, 'rule')}: `}${text(names)})`);

/** Text in Markdown, escaped so that it contains no markup, mention or link. */
export const text = (words: string): string =>
  printable(words)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#]/g, '\\$&')
    .replaceAll(/@(?=\w)|:(?=\/\/)|www(?=\.)/gi, '$&<!-- -->');

export function code(words: string): string {
  const clean = printable(words);
  const fence = '`'.repeat(longestRun(clean, 0) + 1);
  return `${fence} ${clean} ${fence}`;
}

function fenced(lines: readonly string[]): string {
  const body = lines.map(printable).join('\n');
  const fence = '`'.repeat(longestRun(body, 2) + 1);
  return [fence, body, fence].join('\n');
}

const longestRun = (body: string, least: number): number =>
  Math.max(least, ...[...body.matchAll(/`+/g)].map(([run]) => run.length));

const tableMarkdown = ({ head, rows }: Table): string =>
  [head.map(cellText), head.map(() => '---'), ...rows.map((row) => row.map(cellText))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

function cellText(cell: Cell): string {
  if (typeof cell !== 'object') return text(String(cell));
  // A bar would end the cell.
  return 'code' in cell ? code(cell.code).replaceAll('|', '\\|') : cell.tone;
}

/** What is folded away until it is asked for; the title is ours, the body Markdown already. */
const foldedDetails = (title: string, body: string): string =>
  `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
