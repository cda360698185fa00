import { alternatives } from '../contract/combine.ts';
import type { Contract } from '../contract/contract.ts';
import { pointerOf } from '../contract/references.ts';
import { literally } from '../contract/templates.ts';
import { at, isObject, type Json, type JsonObject, objectIn, stepsOf } from '../json/json.ts';
import { propertiesOf } from '../json/schema-at.ts';
import { onceFor } from '../once.ts';

export const redactionMark = '[redacted]';

/** Shorter values are only redacted by name: elsewhere they would garble the text. */
export const shortest = 6;

/** Names of credentials, wherever they are. */
const credentials =
  'authorization|cookie|token|secret|passw(?:or)?d|passphrase|credential|signature|api_?-?key|access_?-?key|private_?-?key|session_?-?id|jwt';

const credential = new RegExp(credentials, 'i');

const isCredential = (name: string): boolean => credential.test(name);

const inAddresses = /^(auth|code|key|pwd|sid|sig|session|state)$/i;

const inHeaders = /(^|-)(auth|key|session|signature|sig|pwd)(-|$)/i;

/** Headers that only look like secrets. */
const publicHeaders = /^(sec-websocket-key|idempotency-key|www-authenticate|.*-policy|access-control-.*)$/i;

export const isSecretHeader = (name: string): boolean =>
  (isCredential(name) || inHeaders.test(name)) && !publicHeaders.test(name);

export type Range = { readonly from: number; readonly to: number };

type NamedValue = Range & { readonly name: string };

const longestName = 80;

const separator = /["'`]?\s*[:=]\s*/y;
const scheme = /(?:Bearer|Basic|Digest|Token) +(?=\S)/iy;
const bareValue = /[^\s,;&}\])<>"'`\\]+/y;
const scalar = /[^\s,:;&}\])<>"'`\\{[]+/y;
const colon = /\s*:/y;
const word = /^(null|true|false|none|undefined|Bearer|Basic|Digest|Token)$/i;

export type SecretNames = ReturnType<typeof secretNamesIn>;

/** What is secret by its name: credentials, and what a contract calls secret, as it spells that. */
function secretNamesIn(fields: SecretFields, pageTokens: ReadonlySet<string>) {
  const isStated = (name: string): boolean => fields.has(name);
  const isPageToken = (name: string): boolean => pageTokens.has(name.toLowerCase());
  const isField = (name: string): boolean => (isCredential(name) && !isPageToken(name)) || isStated(name);
  return {
    /** Whether a field is secret. */
    isField,
    /** Whether a parameter of an address is, of which there are more such names. */
    isParameter: (name: string): boolean => isField(name) || inAddresses.test(name),
    isHeader: (name: string): boolean => isSecretHeader(name) && !isPageToken(name),
    /** Whether the contract calls it secret. */
    isStated,
    /** Whether a field is always secret, whatever its value looks like. */
    isCertain: (name: string): boolean => /secret$/i.test(name) || isStated(name),
    /** What is in a body that has such a field. */
    certain: ['secret', 'Secret', 'SECRET', ...fields.keys()],
    /** Whether a field that is secret may be shown right below another. */
    isShownBelow: (outer: string, name: string): boolean => fields.get(outer)?.has(name) === true,
    /** Finds one of them anywhere in a text. */
    words: new RegExp([...[...fields.keys()].map(literally), credentials].join('|'), 'gi'),
  };
}

const namesOfDocument = onceFor((document: Contract['document']) =>
  secretNamesIn(secretFieldsIn(document), pageTokensIn(document)),
);

export const secretNamesOf = ({ document }: Pick<Contract, 'document'>): SecretNames =>
  namesOfDocument(document);

/** Those that are secret whatever the contract. */
export const usualNames = secretNamesIn(new Map(), new Set());

/** The named secrets of a text: in JSON or nearly JSON, headers, forms and addresses. */
export function* namedValues(names: SecretNames, text: string): Generator<NamedValue> {
  let done = 0;
  for (const { 0: found, index } of text.matchAll(names.words)) {
    if (index < done) continue;
    const [start, end] = nameAround(text, index, found.length);
    const name = text.slice(start, end);
    // In prose, a field may be named by its path.
    if (!names.isField(name) && !names.isField(name.slice(name.lastIndexOf('.') + 1))) continue;
    const value = after(separator, text, end);
    if (value === undefined) continue;
    // A name without quotes may be prose, so its value has to look like a secret.
    const isProse = !/["'`]/.test(text[start - 1] ?? '') && !text.slice(end, value).includes('=');
    const { parts, end: last } = assignedValueAt(text, value, (inner) => names.isShownBelow(name, inner));
    done = last;
    for (const { from, to } of parts) if (to - from > (isProse ? 5 : 0)) yield { name, from, to };
  }
  yield* namedInAddresses(names, text);
}

function nameAround(text: string, index: number, length: number): [number, number] {
  const isOfName = (place: number): boolean => /[\w.-]/.test(text[place] ?? '');
  let [start, end] = [index, index + length];
  while (start > index - longestName && isOfName(start - 1)) start -= 1;
  while (end < index + longestName && isOfName(end)) end += 1;
  return [start, end];
}

function after(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

type Value = { readonly parts: readonly Range[]; readonly end: number };

function assignedValueAt(text: string, start: number, isShownName: (name: string) => boolean): Value {
  if (text.startsWith(redactionMark, start)) return { parts: [], end: start + redactionMark.length };
  const first = text[start] ?? '';
  if (first === '{' || first === '[') return scalarsIn(text, start, isShownName);
  if (/["'`]/.test(first)) return quotedValue(text, start);
  const from = after(scheme, text, start) ?? start;
  const to = after(bareValue, text, from) ?? from;
  return { parts: to === from || word.test(text.slice(from, to)) ? [] : [{ from, to }], end: to };
}

function quotedValue(text: string, start: number): Value {
  const quote = text[start];
  let to = start + 1;
  while (to < text.length && text[to] !== quote) to += text[to] === '\\' ? 2 : 1;
  to = Math.min(to, text.length);
  const from = after(scheme, text, start + 1) ?? start + 1;
  return { parts: to > from && text.slice(from, to) !== redactionMark ? [{ from, to }] : [], end: to + 1 };
}

/** All scalars of an object or a list. */
function scalarsIn(text: string, start: number, isShownName: (name: string) => boolean): Value {
  const parts: Range[] = [];
  let [depth, name, index] = [0, '', start];
  while (index < text.length) {
    const character = text[index] ?? '';
    const isShown = depth === 1 && isShownName(name);
    if (text.startsWith(redactionMark, index)) index += redactionMark.length;
    else if (/["'`]/.test(character)) {
      const value = quotedValue(text, index);
      if (after(colon, text, value.end) !== undefined) name = text.slice(index + 1, value.end - 1);
      else if (!isShown) parts.push(...value.parts);
      index = value.end;
    } else if (/[{[\]}]/.test(character)) {
      depth += /[{[]/.test(character) ? 1 : -1;
      index += 1;
      if (depth === 0) break;
    } else {
      const to = after(scalar, text, index);
      if (to !== undefined) {
        const said = text.slice(index, to);
        if (after(colon, text, to) !== undefined) name = said;
        else if (!isShown && !word.test(said)) parts.push({ from: index, to });
      }
      index = to ?? index + 1;
    }
  }
  return { parts, end: index };
}

const parameter = /(?:^|[?&;#])([^\s=&?;#"'<>]{1,80})=([^\s&;#"'<>\\]+)/g;
const userInfo = /(?<=\/\/)[^\s/@:?#"'<>]*:[^\s/@?#"'<>]+(?=@)/g;

function* namedInAddresses(names: SecretNames, text: string): Generator<NamedValue> {
  if (text.includes('='))
    for (const { 0: pair, 1: name = '', 2: value = '', index } of text.matchAll(parameter))
      if (names.isParameter(name)) yield { name, from: index + pair.length - value.length, to: index + pair.length };
  if (text.includes('@'))
    for (const { 0: pair, index } of text.matchAll(userInfo))
      yield { name: 'password', from: index, to: index + pair.length };
} // biome-ignore format: short

/** The names of fields and parameters whose values are secret, each with the fields right below it that may be shown. */
type SecretFields = ReadonlyMap<string, ReadonlySet<string>>;

/** What a document calls secret, by `x-secret` or `format: password`; `x-secret: false` is what may be shown right below that. */
function secretFieldsIn(document: JsonObject): SecretFields {
  const found = new Map<string, Set<string>>();
  const note = (name: string, schema: Json | undefined): void => {
    const stated = statedOf(document, schema);
    if (!stated.some((one) => one['x-secret'] === true || one.format === 'password')) return;
    const shown = stated
      .flatMap((one) => Object.entries(propertiesOf(one)))
      .filter(([, field]) => at(field, 'x-secret') === false);
    found.set(name, new Set([...(found.get(name) ?? []), ...shown.map(([inner]) => inner)]));
  };
  const left: Json[] = [document];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) left.push(inner);
    if (Array.isArray(one)) continue;
    for (const [name, field] of Object.entries(propertiesOf(one))) note(name, field);
    if (typeof one.name === 'string' && typeof one.in === 'string') note(one.name, one.schema);
  }
  return found;
}

/** The names of page tokens, as each `x-list` states them, in lower case: they are not credentials. A parameter named `token` alone may be a key. */
function pageTokensIn(document: JsonObject): ReadonlySet<string> {
  const lists = Object.values(objectIn(document, 'paths')).flatMap((path) =>
    Object.values(objectIn(path)).map((operation) => objectIn(operation, 'x-list')),
  );
  const names = lists.flatMap(({ inputToken, outputToken }) => [
    String(inputToken).toLowerCase(),
    String(outputToken)
      .toLowerCase()
      .replace(/^.*[/.]/, ''),
  ]);
  return new Set(names.filter((name) => name !== 'token'));
}

/** All schemas that state something of the values of a field, or of the items of its list. */
function statedOf(document: JsonObject, schema: Json | undefined): readonly JsonObject[] {
  const stated = new Set([schema].filter(isObject));
  // What is added on the way is visited, too.
  for (const one of stated) {
    const referred = typeof one.$ref === 'string' && at(document, ...stepsOf(pointerOf(one.$ref)));
    const parts = ['allOf', ...alternatives].flatMap((keyword) => one[keyword] ?? []);
    for (const part of [referred, one.items, ...parts]) if (isObject(part)) stated.add(part);
  }
  return [...stated];
}
