import { createPlaces, type View, viewsOf } from './decode.ts';
import { type Found, secretFields, secretsInAddresses } from './fields.ts';
import { folded, formsOf } from './forms.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { hidden, shortest } from './names.ts';

/** Hides secrets in whatever is printed, written or kept. */
export type Redactor = {
  /** A text of ours, without the secrets that are known, however they are encoded in it. */
  readonly text: (text: string) => string;
  /** A text of somebody else, also without what names in it say to be secret. */
  readonly foreign: (text: string) => string;
  /** A body; all of it is hidden where more secrets came than are remembered. */
  readonly body: (text: string, isForeign: boolean) => string;
  /** The same of a short value of somebody else: of a header, of JSON, an id. */
  readonly value: (text: string) => string;
  /** A copy of plain data with known secrets hidden in its texts. */
  readonly data: <T>(value: T) => T;
};

type Range = { readonly from: number; readonly to: number };

/** Stands in the place of every body where more secrets came than are remembered. */
export const hiddenBody = '[hidden: so many secrets came that no body is shown]';

/** What is quoted in a sentence may come from any body. */
const quoted = /"[^"]{6,}"/g;

/**
 * Creates a redactor that knows some secrets; shorter ones than six characters are hidden by their names alone. Beyond a
 * bound no more are remembered, and whole bodies are hidden; `isFull` says so of secrets that are not given any more.
 */
export function createRedactor(secrets: Iterable<string> = [], isFull = false): Redactor {
  const known = createKnownSecrets();
  known.add(secrets);
  const hidesBodies = isFull || known.isFull();
  const find = finderOf(known.all());
  const redacted = (text: string, isForeign: boolean): string => {
    if (text.length < shortest) return text;
    if (hidesBodies) return withoutFound(text.replaceAll(quoted, `"${hidden}"`), isForeign);
    return withoutFound(text, isForeign);
  };
  const withoutFound = (text: string, isForeign: boolean): string => {
    const ranges: Range[] = [];
    for (const view of viewsOf(text)) {
      const found = [find(view.text), isForeign ? namedIn(view.text) : []];
      for (const some of found)
        for (const { from, to } of some) ranges.push({ from: view.placeOf(from), to: view.placeOf(to) });
    }
    return replaced(text, ranges);
  };
  const data = <T>(value: T): T => {
    if (typeof value === 'string') return redacted(value, false) as T;
    if (Array.isArray(value)) return value.map(data) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, data(inner)])) as T;
  };
  return {
    text: (text) => redacted(text, false),
    foreign: (text) => redacted(text, true),
    body: (text, isForeign) => (hidesBodies ? hiddenBody : redacted(text, isForeign)),
    value: (text) => (hidesBodies ? hidden : redacted(text, true)),
    data,
  };
}

/** The values of a text that are secrets by their names, as they read once they are decoded. */
export function secretsNamedIn(text: string): string[] {
  return viewsOf(text).flatMap(({ text: said }) =>
    [...namedIn(said)]
      .map(({ from, to, isCertain }) => ({ value: said.slice(from, to), isCertain }))
      .filter(({ value, isCertain }) => isKept(value, isCertain))
      .map(({ value }) => value),
  );
}

/** Ordinary words under a name such as `token` are no secrets elsewhere: "required" is one. */
const isKept = (value: string, isCertain: boolean): boolean =>
  value.length >= shortest &&
  !value.includes(hidden) &&
  (isCertain || /\d/.test(value) || value.length >= 20);

function* namedIn(text: string): Generator<Found> {
  yield* secretFields(text);
  yield* secretsInAddresses(text);
}

/** A text with parts of it hidden; parts that touch each other are hidden as one. */
function replaced(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const sorted = ranges.toSorted((one, other) => one.from - other.from);
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of sorted) {
    if (to <= end) continue;
    if (from > end || end === 0) parts.push(text.slice(end, from), hidden);
    end = to;
  }
  return [...parts, text.slice(end)].join('');
}

/** Ends a text that was cut short, perhaps in the middle of a secret. */
const cut = '…';

/** Shorter beginnings of a secret could stand in any text by chance, and tell nothing. */
const shortestBeginning = 3;

/** Where a text was cut within something encoded. */
const brokenEscape = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?\w{0,6})$/i;

/** What hashes of places are kept in: a bit of each tells nearly all places of a text that they begin no secret. */
const buckets = 1 << (3 * shortest);

/** Finds known secrets in a text. Its time does not depend on how many they are. */
function finderOf(secrets: Iterable<string>): (text: string) => Range[] {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortest) continue;
    const plain = viewsOf(secret).at(-1)?.text ?? secret;
    for (const one of new Set([secret, plain])) for (const form of formsOf(one, shortest)) forms.add(form);
  }
  if (forms.size === 0) return () => [];
  const begins = new Uint8Array(buckets);
  /** How long the forms are that begin with the same characters, the longest first. */
  const lengths = new Map<string, number[]>();
  const beginnings = new Map<string, string[]>();
  for (const form of forms) {
    const key = form.slice(0, shortest);
    begins[key.split('').reduce((hash, one) => hashWith(hash, one.charCodeAt(0)), 0)] = 1;
    const known = lengths.get(key) ?? [];
    if (!known.includes(form.length)) lengths.set(key, [...known, form.length].sort((one, other) => other - one));
    const start = form.slice(0, shortestBeginning);
    const others = beginnings.get(start);
    if (others) others.push(form);
    else beginnings.set(start, [form]);
  } // biome-ignore format: short

  const search = (text: string): Range[] => {
    const found: Range[] = [];
    let hash = 0;
    // Forms may overlap: of two secrets in a row the one may end as the other begins.
    for (let index = 0; index < text.length; index += 1) {
      hash = hashWith(hash, text.charCodeAt(index));
      const from = index + 1 - shortest;
      if (begins[hash] === 0 || from < 0) continue;
      const length = lengthAt(text, from);
      if (length !== undefined) found.push({ from, to: from + length });
    }
    return found;
  };
  const lengthAt = (text: string, from: number): number | undefined =>
    lengths
      .get(text.slice(from, from + shortest))
      ?.find((length) => forms.has(text.slice(from, from + length)));

  /** The beginning of a secret before a place at which a text was cut. */
  const beginningBefore = (text: string, end: number): Range[] => {
    const tail = text.slice(Math.max(0, end - 256), end);
    const to = end - (brokenEscape.exec(tail)?.[0].length ?? 0);
    for (let from = Math.max(0, to - 64); from + shortestBeginning <= to; from += 1) {
      const left = text.slice(from, to);
      const able = beginnings.get(left.slice(0, shortestBeginning));
      if (able?.some((form) => form.startsWith(left))) return [{ from, to: end }];
    }
    return [];
  };

  return (original) => {
    const text = folded(original);
    const found = search(text);
    for (let end = text.indexOf(cut); end >= 0; end = text.indexOf(cut, end + 1))
      for (const one of beginningBefore(text, end)) found.push(one);
    const joined = withoutBreaks(text);
    if (joined)
      for (const { from, to } of search(joined.text)) found.push({ from: joined.placeOf(from), to: joined.placeOf(to - 1) + 1 });
    return found;
  }; // biome-ignore format: short
}

/** A number for the last six characters of a text, from that of those before: what is older is shifted out of it. */
const hashWith = (hash: number, code: number): number => ((hash << 3) ^ code) & (buckets - 1);

/** A text without its line breaks, where base64 or hex may have been broken into lines. */
function withoutBreaks(text: string): View | undefined {
  if (!/[\w/-]\r?\n-*[\w/-]/.test(text)) return undefined;
  const pieces: string[] = [];
  const places = createPlaces();
  let [length, last] = [0, 0];
  for (const { 0: gap, index } of text.matchAll(/\r?\n/g)) {
    pieces.push(text.slice(last, index));
    length += index - last;
    last = index + gap.length;
    places.add(length, last - length);
  }
  pieces.push(text.slice(last));
  return { text: pieces.join(''), placeOf: places.of };
}
