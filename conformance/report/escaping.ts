import { styleText } from 'node:util';
import { withTexts } from '../../src/json/json.ts';

/**
 * Control characters, line separators, halves of characters, and marks that cannot be seen, such as those that turn
 * the direction of text around; but not the joiners that some scripts need.
 */
const unprintable = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv;

const lineBreaks = /\r?\n/g;

/**
 * The first character of what a CI engine would take for a command in a log: a line that begins with `::` (GitHub
 * Actions), `##[` and `##vso[` anywhere (GitHub Actions, Azure Pipelines), `section_start:1` (GitLab).
 */
const commands = /(?<=^\s*):(?=:)|#(?=#\w*\[)|(?<=section_(?:start|end)):(?=\d)/g;

/** Text as it may go to a terminal or the log of a CI engine, on one line: what could steer either is escaped. A line break is a space. */
export const printable = (text: string): string =>
  withoutCommands(text.replaceAll(lineBreaks, ' ').replaceAll(unprintable, codePointText));

/** A line in which no CI engine finds a command: what is printable as a whole may not be once it is broken into lines. */
export const withoutCommands = (line: string): string => line.replaceAll(commands, codePointText);

/** What JSON leaves as it is, and a terminal or a CI engine that is shown the file would follow. */
const leftByJson =
  /[[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\x7f-\x9f]--[\u200c\u200d]]|#(?=#\w*\[)|(?<=section_(?:start|end)):(?=\d)/gv;

/** Data as a JSON document, which can be shown on a terminal and in a log. */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(leftByJson, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )}\n`;

const codePointText = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** A copy of data in which every string may go to a terminal. */
export const printableDeep = <T>(value: T): T => withTexts(value, printable);

/** What replaces the characters of markup in HTML and XML. */
export const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const styles = ['bold', 'dim', 'green', 'red', 'yellow'] as const;

/** Functions that colour text for a terminal, or leave it unchanged. */
export type Colours = Readonly<Record<(typeof styles)[number], (text: string) => string>>;

export function coloursIf(isColoured: boolean): Colours {
  const inStyle =
    (style: (typeof styles)[number]) =>
    (text: string): string =>
      isColoured ? styleText(style, text, { validateStream: false }) : text;
  return Object.fromEntries(styles.map((style) => [style, inStyle(style)])) as Colours;
}
