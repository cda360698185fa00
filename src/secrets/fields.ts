import { certainNames, isSecretParameter, paymentField, redactionMark, secretWords } from './names.ts';

/** A secret in a text by the name before it, from one place to another; whether its name alone makes it one. */
export type Found = { readonly from: number; readonly to: number; readonly isCertain: boolean };

/** Names are no longer than this. */
const longestName = 80;

const isOfName = (character = ''): boolean => /[\w.-]/.test(character);

/** What follows a name: the end of its quotes, and what separates it from its value. */
const separator = /(["'`]?\]?["'`]?)\s*(?:=>|[:=])\s*(?:\/\*[^*]{0,80}\*\/\s*)?/y;
const inElement = /(?:\s[^<>]{0,500})?(?<!\/)>(?:\s*<!\[CDATA\[)?/y;
const afterPrefix = /<[\w.-]{1,40}:$/;
const scheme = /(?:Bearer|Basic|Digest|Token) +(?=\S)/iy;
const bare = /[^\s,;&}\])<>"'`\\]+/y;
const inElementText = /[^<]+/y;
const scalar = /[^\s,:;&}\])<>"'`\\{[]+/y;
const colon = /\s*:/y;
const word = /^(null|true|false|none|undefined)$/i;

/**
 * The secrets of a text that is JSON, or nearly so, or a form, or a page: by the names of fields, at any depth, whatever their
 * values are. A name without quotes wants a value that looks like one, since it may be prose.
 */
export function* secretFields(text: string): Generator<Found> {
  let done = 0;
  for (const { 0: found, index } of text.matchAll(secretWords)) {
    if (index < done) continue;
    const [start, end] = nameAround(text, index, found.length);
    const name = text.slice(start, end);
    const isCertain = certainNames.test(name);
    const opening = text[start - 1] ?? '';
    const isQuoted = /["'`]/.test(opening);
    const isElement =
      opening === '<' || (opening === ':' && afterPrefix.test(text.slice(Math.max(0, start - 42), start)));
    const value = after(isElement ? inElement : separator, text, end);
    if (value === undefined) continue;
    const isProse = !isQuoted && !isElement && !/=/.test(text.slice(end, value));
    const isPayment = name.toLowerCase() === paymentField;
    const { parts, end: last } = valueAt(text, value, isPayment, isElement);
    done = last;
    for (const { from, to } of parts) if (to - from > (isProse ? 5 : 0)) yield { from, to, isCertain };
  }
}

/** From where to where the name reaches that a word is a part of. */
function nameAround(text: string, index: number, length: number): [number, number] {
  let [start, end] = [index, index + length];
  while (start > index - longestName && isOfName(text[start - 1])) start -= 1;
  while (end < index + longestName && isOfName(text[end])) end += 1;
  return [start, end];
}

function after(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The parts of a value that are to be redacted, and where it ends. */
type Value = {
  readonly parts: readonly { readonly from: number; readonly to: number }[];
  readonly end: number;
};

const sectionStart = '<![CDATA[';

function valueAt(text: string, start: number, isPayment: boolean, isElement: boolean): Value {
  if (text.startsWith(redactionMark, start)) return { parts: [], end: start + redactionMark.length };
  if (isElement && text.startsWith(sectionStart, start - sectionStart.length)) {
    const end = text.indexOf(']]>', start);
    const to = end < 0 ? text.length : end;
    return { parts: [{ from: start, to }], end: to };
  }
  const first = text[start] ?? '';
  if (first === '{' || first === '[') return scalarsIn(text, start, isPayment);
  if (/["'`]/.test(first)) return quoted(text, start);
  const from = after(scheme, text, start) ?? start;
  const to = after(isElement ? inElementText : bare, text, from) ?? from;
  return { parts: to === from || word.test(text.slice(from, to)) ? [] : [{ from, to }], end: to };
}

/** What is in quotes, without the scheme of a credential. */
function quoted(text: string, start: number): Value {
  const quote = text[start];
  let to = start + 1;
  while (to < text.length && text[to] !== quote) to += text[to] === '\\' ? 2 : 1;
  to = Math.min(to, text.length);
  const from = after(scheme, text, start + 1) ?? start + 1;
  return { parts: to > from && text.slice(from, to) !== redactionMark ? [{ from, to }] : [], end: to + 1 };
}

/** Everything in an object or a list but the names of fields; to the end of the text where none closes it. */
function scalarsIn(text: string, start: number, isPayment: boolean): Value {
  const parts: Value['parts'][number][] = [];
  let depth = 0;
  let name = '';
  let index = start;
  while (index < text.length) {
    const character = text[index] ?? '';
    const isType = isPayment && depth === 1 && name === 'type';
    if (text.startsWith(redactionMark, index)) index += redactionMark.length;
    else if (/["'`]/.test(character)) {
      const value = quoted(text, index);
      if (after(colon, text, value.end) !== undefined) name = text.slice(index + 1, value.end - 1);
      else if (!isType) parts.push(...value.parts);
      index = value.end;
    } else if (/[{[\]}]/.test(character)) {
      depth += /[{[]/.test(character) ? 1 : -1;
      index += 1;
      if (depth === 0) break;
    } else {
      const to = after(scalar, text, index);
      if (to === undefined) index += 1;
      else {
        const said = text.slice(index, to);
        if (after(colon, text, to) !== undefined) name = said;
        else if (!isType && !word.test(said)) parts.push({ from: index, to });
        index = to;
      }
    }
  }
  return { parts, end: index };
}

const parameter = /(?<=[?&;#])([^\s=&?;#"'<>]{1,80})=([^\s&;#"'<>\\]+)/g;
const inForms = /(?<=^|&)([^\s=&?;#"'<>]{1,80})=([^\s&;#"'<>\\]+)/g;
const userInfo = /(?<=\/\/)[^\s/@:?#"'<>]*:[^\s/@?#"'<>]+(?=@)/g;

/** The secrets of the addresses in a text: in parameters, and before the host. */
export function* secretsInAddresses(text: string): Generator<Found> {
  for (const pattern of text.includes('=') ? [parameter, inForms] : [])
    for (const { 0: pair, 1: name = '', 2: value = '', index } of text.matchAll(pattern))
      if (isSecretParameter(name) && value !== redactionMark)
        yield { from: index + pair.length - value.length, to: index + pair.length, isCertain: false };
  for (const { 0: pair, index } of text.includes('@') ? text.matchAll(userInfo) : [])
    if (!pair.endsWith(redactionMark)) yield { from: index, to: index + pair.length, isCertain: true };
}
