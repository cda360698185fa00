import { onceForText } from '../once.ts';
import { percentEncoded } from '../percent.ts';

/** A name and a value of a query, neither of them encoded. */
export type Pair = readonly [name: string, value: string];

const placeholders = ['attribute', 'operator', 'value'] as const;

type Placeholder = (typeof placeholders)[number];

type Part = string | { readonly placeholder: Placeholder };

/** Parameters of a query, in which `{attribute}`, `{operator}` and `{value}` are filled in. */
export type Template = {
  readonly text: string;
  readonly pairs: readonly { readonly name: readonly Part[]; readonly value: readonly Part[] }[];
};

/** What a template is filled with; what is left out stays open and is read. */
export type Words = Readonly<Partial<Record<Placeholder, string>>>;

/** Reads a template, such as `filter[{attribute}]={value}`; returns what is wrong with it, if anything is. */
export function readTemplate(
  text: string,
  wanted: readonly Placeholder[],
): Template | { readonly wrong: string } {
  const pairs = text.split('&').map((pair) => {
    const end = pair.indexOf('=');
    return end < 1
      ? undefined
      : { name: templateParts(pair.slice(0, end)), value: templateParts(pair.slice(end + 1)) };
  });
  if (pairs.some((pair) => pair === undefined)) return { wrong: 'has a part that is not name=value' };
  const found = pairs.flatMap((pair) => (pair ? [pair] : []));
  const parts = found.flatMap(({ name, value }) => [...name, ...value]);
  const used = parts.flatMap((part) => (typeof part === 'string' ? [] : part.placeholder));
  const missing = wanted.find((name) => !used.includes(name));
  if (missing !== undefined) return { wrong: `has no {${missing}}` };
  const other = /\{[^{}]*\}/.exec(parts.filter((part) => typeof part === 'string').join(' '));
  if (other) return { wrong: `has ${other[0]}, which nothing is filled in for` };
  if (used.filter((name) => name === 'value').length > 1) return { wrong: 'has {value} twice' };
  return { text, pairs: found };
}

const templateParts = (text: string): readonly Part[] =>
  text
    .split(/(\{(?:attribute|operator|value)\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const placeholder = placeholders.find((name) => part === `{${name}}`);
      return placeholder === undefined ? part : { placeholder };
    });

/** Whether a template has a placeholder. */
export const hasPlaceholder = ({ pairs }: Template, placeholder: Placeholder): boolean =>
  pairs.some(({ name, value }) =>
    [...name, ...value].some((part) => typeof part !== 'string' && part.placeholder === placeholder),
  );

/** The parameters that a template stands for. What no word is given for stays as it is written. */
export const filledIn = ({ pairs }: Template, words: Words): readonly Pair[] =>
  pairs.map(({ name, value }) => [filledTemplate(name, words), filledTemplate(value, words)] as const);

const filledTemplate = (parts: readonly Part[], words: Words): string =>
  parts
    .map((part) => (typeof part === 'string' ? part : (words[part.placeholder] ?? `{${part.placeholder}}`)))
    .join('');

/** The names of the parameters of a template. */
export const templateParameters = (template: Template, words: Words): readonly string[] =>
  filledIn(template, words).map(([name]) => name);

/** Whether a name may be that of a parameter of a template, which names something itself. */
export const fitsName = ({ pairs }: Template, text: string): boolean =>
  pairs.some(
    ({ name }) => name.some((part) => typeof part === 'string') && matched(name, {}, text) !== undefined,
  );

/** The number of characters that a template demands: of two that can be read, the one that demands more is meant. */
export const demandOf = (template: Template, words: Words): number =>
  filledIn(template, { ...words, value: '' }).join('').length;

type Read = Readonly<Record<string, string>>;

/** Reads parameters by a template of which some words are known; undefined if they do not fit. */
export function readBack(template: Template, words: Words, given: readonly Pair[]): Words | undefined {
  if (given.length !== template.pairs.length) return undefined;
  let read: Read | undefined = { ...words };
  for (const { name, value } of template.pairs) {
    const before: Read = read;
    read = given
      .map((pair) => {
        const inName = matched(name, before, pair[0]);
        return inName && matched(value, inName, pair[1]);
      })
      .find((one) => one !== undefined);
    if (!read) return undefined;
  }
  return read;
}

/** The words with those that a text adds; the last placeholder takes as much as there is, each other as little. */
function matched(parts: readonly Part[], words: Read, text: string): Read | undefined {
  const isKnown = (part: Part): boolean => typeof part === 'string' || words[part.placeholder] !== undefined;
  if (parts.every(isKnown)) return filledTemplate(parts, words) === text ? words : undefined;
  const open: string[] = [];
  const source = parts.map((part) => {
    const word = typeof part === 'string' ? part : words[part.placeholder];
    if (word !== undefined) return literally(word);
    if (typeof part !== 'string') open.push(part.placeholder);
    return typeof part !== 'string' && part.placeholder === 'value' ? '(.*)' : '(.+?)';
  });
  const match = wholly(source.join('')).exec(text);
  if (!match) return undefined;
  return { ...words, ...Object.fromEntries(open.map((name, index) => [name, match[index + 1] ?? ''])) };
}

const wholly = onceForText((source) => new RegExp(`^${source}$`, 's'));

/** A regular expression that matches a text and nothing else. */
export const literally = onceForText((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));

/** Encodes a name or a value of a query: parentheses and commas stay raw (READINGS P5). */
const encodeQueryText = (text: string): string =>
  percentEncoded(text).replaceAll('%2C', ',').replaceAll("'", '%27');

/** Writes parameters as they stand in a query. */
export const writePairs = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${percentEncoded(name)}=${encodeQueryText(value)}`).join('&');
