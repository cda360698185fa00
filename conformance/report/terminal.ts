import { stripVTControlCharacters } from 'node:util';
import {
  type Block,
  type Card,
  type CardGroup,
  type Cell,
  type Document,
  type ListItem,
  marks,
  type Table,
  type Tone,
} from './document.ts';
import { type Colours, printableDeep, withoutCommands } from './escaping.ts';

export type Style = {
  readonly colours: Colours;
  /** Shows what is otherwise only counted. */
  readonly verbose: boolean;
};

const widest = 120;
/** How long the longest word is of a line that is broken between words. */
const longest = 80;
const column = 64;

/** A document as it is read on a terminal: what is broken first, the verdict last, on one line, since scripts read it. */
export function onTerminal(document: Document, style: Style): string {
  const { subject, notes, blocks, overview, facts, ...verdict } = printableDeep(document);
  const { dim } = style.colours;
  const parts = [
    ...(subject === undefined ? [] : [dim(subject.join(' '))]),
    ...notes.map((note) => fill(note, 4)),
    ...blocks.flatMap((block) => blockLines(block, style)),
    ...(overview && overview.rows.length > 0 ? [tableText(overview, style, '')] : []),
    ...(facts.length > 0 ? [fill(dim(facts.map((fact) => fact.join(' ')).join(' · ')), 4)] : []),
    lastLine(verdict, style),
  ];
  return `${parts.join('\n\n')}\n`;
}

function lastLine(
  { verdict, tone, why, add }: Pick<Document, 'verdict' | 'tone' | 'why' | 'add'>,
  { colours }: Style,
): string {
  const advice = add ? `; add to ${add.to}: ${add.line}` : '';
  const isWide = `${verdict} — ${why}${advice}`.length > widest;
  return `${colourOf(tone, colours)(colours.bold(verdict))} — ${why}${add && isWide ? '; what to add is above' : advice}`;
}

function blockLines(block: Block, style: Style): string[] {
  const { colours, verbose } = style;
  const { title, tone, count, rest, isFolded } = block;
  const paint = colourOf(tone, colours);
  const heading = fill(`${colours.bold(title)}${count === undefined ? '' : ` (${count})`}`, 4);
  if (isFolded && !verbose) return [`${heading}; --verbose shows ${count === 1 ? 'it' : 'them'}`];
  switch (block.kind) {
    case 'cards': {
      const more = rest === undefined ? [] : [fill(paint(`${marks[tone][0]} ${rest}`), 4)];
      const isRepeatable = tone === 'warning' && block.families.some(({ lead }) => lead.commands.length > 0);
      const all = isRepeatable ? ['    --verbose shows how to repeat each'] : [];
      return block.isShort && !verbose
        ? [
            [...block.families.flatMap((family) => shortLines(family, tone, style)), ...more, ...all].join(
              '\n',
            ),
          ]
        : [...block.families.map((family) => cardText(family, style)), ...more];
    }
    case 'list': {
      const lines = block.items.flatMap((item) => itemLines(item, style));
      const more = rest === undefined ? [] : [`    and ${rest}`];
      return [[...(block.items[0]?.tone ? [] : [heading]), ...lines, ...more].join('\n')];
    }
    case 'table':
      return [`${heading}\n${tableText(block, style, '    ')}`];
  }
}

const shortLines = ({ lead, more }: CardGroup, tone: Tone, { colours }: Style): string[] => [
  fill(`${colourOf(tone, colours)(`${marks[tone][0]} ${lead.name}`)}: ${lead.short}`, 4),
  ...(more === undefined ? [] : [fill(`    ${more}`, 8)]),
];

function cardText({ lead, others, more }: CardGroup, style: Style): string {
  const { colours, verbose } = style;
  const { name, tone, where, titles, rows, output = [], commands } = lead;
  const gap = ' '.repeat(Math.max(2, column - name.length));
  const start = Math.max(
    0,
    output.findIndex((line) => line.trim() !== ''),
  );
  const also = ({ name: other, short }: Card): string => labelled('also', `${other}: ${short}`, style);
  return [
    colourOf(tone, colours)(`${marks[tone][0]} ${colours.bold(name)}`) +
      (where === undefined ? '' : gap + where),
    ...titles.map((title) => fill(`    ${title}`, 4)),
    ...rows.map(([label, text]) => labelled(label, text, style)),
    ...output
      .slice(start)
      .map((line, index) => withoutCommands(labelOf(index === 0 ? 'output' : '', style) + line)),
    ...(verbose ? others.map(also) : []),
    ...commands.map(([label, text]) => withoutCommands(labelOf(label, style) + text)),
    ...(verbose || more === undefined ? [] : [fill(`    ${more}`, 8)]),
  ].join('\n');
}

const labelOf = (label: string, { colours }: Style): string => `    ${colours.dim(label.padEnd(10))}`;

const labelled = (label: string, text: string, style: Style): string =>
  fill(labelOf(label, style) + text, 14);

function itemLines({ tone, label, count, text, isCode, names }: ListItem, { colours }: Style): string[] {
  const counted = count === undefined ? '' : `${colours.dim(String(count).padStart(4))}  `;
  const lead = tone
    ? `${colourOf(tone, colours)(marks[tone][0])} `
    : `    ${label === undefined ? '' : label.padEnd(18)}${counted}`;
  const indent = label === undefined ? (tone ? 4 : 8) : stripVTControlCharacters(lead).length;
  return [
    // What is to be copied stays on one line.
    isCode && !tone ? withoutCommands(lead + text) : fill(lead + text, indent),
    ...(names === undefined ? [] : [fill(`        ${colours.dim(names)}`, 8)]),
  ];
}

/** The widest column that the others keep clear of; a longer cell pushes the rest of its own row only. */
const widestColumn = 36;

/** Columns of equal width; numbers are on the right. */
function tableText({ head, rows }: Table, { colours }: Style, indent: string): string {
  const widths = head.map((_, at) =>
    Math.min(
      widestColumn,
      Math.max(at === 0 ? 15 : 0, ...[head, ...rows].map((row) => textOfCell(row[at]).length)),
    ),
  );
  const isNumber = head.map((_, at) => typeof rows[0]?.[at] === 'number');
  const line = (row: readonly Cell[]): string =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        return isNumber[at]
          ? textOfCell(cell).padStart(width + 3)
          : `${textOfCell(cell).padEnd(width)}${' '.repeat(isNumber[at + 1] ? 3 : 2)}`;
      })
      .join('')
      .trimEnd();
  const last = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, indent.length);
  return [
    ...(head.some((cell) => textOfCell(cell) !== '') ? [colours.dim(line(head))] : []),
    ...rows.map(line),
  ]
    .map((text) => fill(indent + text, last))
    .join('\n');
}

function textOfCell(cell: Cell | undefined): string {
  if (typeof cell !== 'object') return String(cell ?? '');
  return 'code' in cell ? cell.code : cell.tone;
}

const colourOf = (tone: Tone, colours: Colours): ((text: string) => string) => colours[marks[tone][2]];

/**
 * A line that is broken between words where it is too wide, and continues below `indent`; one with an address in it stays whole. A
 * word that now begins a line is no command of a CI engine there.
 */
export function fill(line: string, indent: number): string {
  if (line.split(' ').some((word) => stripVTControlCharacters(word).length > longest))
    return withoutCommands(line);
  const lines: string[] = [];
  let current = '';
  let width = -1;
  for (const word of line.split(' ')) {
    const size = stripVTControlCharacters(word).length;
    if (width + 1 + size > widest && current.trim() !== '') {
      lines.push(current);
      current = ' '.repeat(indent) + word;
      width = indent + size;
    } else {
      current = width < 0 ? word : `${current} ${word}`;
      width += 1 + size;
    }
  }
  return [...lines, current].map(withoutCommands).join('\n');
}
