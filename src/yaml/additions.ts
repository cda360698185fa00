import { isPair, isSeq, type Node, parse, type YAMLMap, type YAMLSeq } from 'yaml';

/** Text that is inserted into another at an offset. */
export type Addition = { readonly offset: number; readonly text: string };

/**
 * Says how entries are added at the end of a map or a sequence, so that each byte of the text stays: behind its last entry
 * and the comments that are indented as its entries are.
 *
 * @param collection - of the text, parsed with `keepSourceTokens`
 * @param lines - the entries as YAML in block style, not indented
 */
export function additionTo(text: string, collection: YAMLMap | YAMLSeq, lines: readonly string[]): Addition {
  const last = collection.items.at(-1);
  if (collection.flow) {
    const entries = JSON.stringify(parse(lines.join('\n'))).slice(1, -1);
    return last === undefined
      ? { offset: (collection.range?.[0] ?? 0) + 1, text: entries }
      : { offset: endOf(last), text: `, ${entries}` };
  }
  const indent = indentOf(collection);
  // A comment at the margin says something of the whole text.
  return linesAt(text, endOf(last), isSeq(collection) ? Math.max(indent, 1) : indent, indent, lines);
}

/** Says how lines are added at the end of a text without entries. */
export const additionToEnd = (text: string, lines: readonly string[]): Addition =>
  linesAt(text, text.length, 0, 0, lines);

function linesAt(
  text: string,
  from: number,
  leastIndent: number,
  indent: number,
  lines: readonly string[],
): Addition {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const offset = endOfComments(text, endOfLine(text, from), leastIndent);
  const begin = offset > 0 && text[offset - 1] !== '\n' ? lineBreak : '';
  const indented = lines.map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`) + lineBreak);
  return { offset, text: begin + indented.join('') };
}

/** Where the last value in something begins to be followed by comments or nothing. */
function endOf(entry: unknown): number {
  const node = (isPair(entry) ? (entry.value ?? entry.key) : entry) as (Node & Partial<YAMLSeq>) | undefined;
  const last = node?.flow ? undefined : node?.items?.at(-1);
  return last === undefined ? (node?.range?.[1] ?? 0) : endOf(last);
}

const indentOf = ({ srcToken }: YAMLMap | YAMLSeq): number =>
  srcToken && 'indent' in srcToken ? srcToken.indent : 0;

function endOfLine(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** The end of the comments on lines of their own that begin at an offset and are indented at least so much. */
function endOfComments(text: string, offset: number, leastIndent: number): number {
  const comment = new RegExp(`(?:(?:[ \\t]*\\r?\\n)* {${leastIndent},}#.*(?:\\n|$))+`, 'y');
  comment.lastIndex = offset;
  return comment.test(text) ? comment.lastIndex : offset;
}

export const withAdditions = (text: string, additions: readonly Addition[]): string =>
  additions
    .toReversed()
    .toSorted((one, other) => other.offset - one.offset)
    .reduce((whole, { offset, text: added }) => whole.slice(0, offset) + added + whole.slice(offset), text);
