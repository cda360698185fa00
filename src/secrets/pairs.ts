import type { Found } from './fields.ts';
import { certainNames, isSecretField, redactionMark } from './names.ts';

/** The elements of a form or a page that name a value, and their attributes. */
const elements = /<(?:input|meta|param|button|option)\s[^<>]{1,2000}>/gi;
const nameAttribute = /\s(?:name|id|property)\s*=\s*(?:"([^"]{1,80})"|'([^']{1,80})'|([^\s"'>]{1,80}))/gi;
const valueAttribute = /\s(?:value|content)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/dgi;

/** In JSON, a field that names another, one with its value, and a few that may be between them. */
const named = '"(?:name|key|field|id)"\\s*:\\s*"(?<name>[^"\\\\]{1,80})"';
const valued =
  '"value"\\s*:\\s*(?:"(?:(?:Bearer|Basic|Digest|Token) +)?(?<value>[^"\\\\]*(?:\\\\.[^"\\\\]*)*)|(?<bare>\\d[\\d.]*))';
const between = '(?:\\s*,\\s*"[^"\\\\]{1,80}"\\s*:\\s*(?:"[^"\\\\]{0,200}"|[\\w.+-]{1,40})){0,4}?';

/** Fields that are apart from their values: in parts of a form, and in JSON. */
const apart: readonly RegExp[] = [
  /\bname="?(?<name>[^"\s;]{1,80})"?[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,5}\r?\n\r?\n(?<value>[\s\S]*?)(?=\r?\n--|$)/dgi,
  new RegExp(`${named}${between}\\s*,\\s*${valued}`, 'dgi'),
  new RegExp(`${valued}"?${between}\\s*,\\s*${named}`, 'dgi'),
];

/** The secrets of a text whose names are apart from them: in pages, in forms of several parts, in lists of names and values. */
export function* secretPairs(text: string): Generator<Found> {
  if (text.includes('<'))
    for (const { 0: element, index } of text.matchAll(elements)) {
      const names = [...element.matchAll(nameAttribute)].map(([, ...one]) => one.join(''));
      const name = names.find(isSecretField);
      if (name === undefined) continue;
      for (const { indices } of element.matchAll(valueAttribute))
        yield* foundAt(text, name, indices?.slice(1).find(Boolean), index);
    }
  for (const pattern of apart)
    for (const { groups: { name = '' } = {}, indices } of text.matchAll(pattern))
      if (isSecretField(name)) yield* foundAt(text, name, indices?.groups?.value ?? indices?.groups?.bare);
}

function* foundAt(
  text: string,
  name: string,
  place?: readonly [number, number],
  start = 0,
): Generator<Found> {
  if (!place) return;
  const [from, to] = [start + place[0], start + place[1]];
  if (to > from && text.slice(from, to) !== redactionMark)
    yield { from, to, isCertain: certainNames.test(name) };
}
