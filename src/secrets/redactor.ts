import { bytesBefore, bytesIn } from './bytes.ts';
import { viewsOf, withoutGaps } from './decode.ts';
import { type Found, secretFields, secretsInAddresses } from './fields.ts';
import { folded, formsOf } from './forms.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { redactionMark, shortest } from './names.ts';
import { secretPairs } from './pairs.ts';

/** Redacts secrets in whatever is printed, written or kept. */
export type Redactor = {
  /** A text of ours, without the secrets that are known, however they are encoded in it. */
  readonly text: (text: string) => string;
  /** A text of somebody else, also without what names in it say to be secret. */
  readonly foreign: (text: string) => string;
  /** A body; all of it is redacted where more secrets came than are remembered. */
  readonly body: (text: string, isForeign: boolean) => string;
  /** The same of a short value of somebody else: of a header, of JSON, an id. */
  readonly value: (text: string) => string;
  /** A copy of plain data with known secrets redacted in its texts. */
  readonly data: <T>(value: T) => T;
  /** Remembers more secrets, within the bound. */
  readonly learn: (secrets: Iterable<string>) => void;
  /** Whether there were more than are remembered. */
  readonly isFull: () => boolean;
  /** Redacts whole bodies from now on, as if more secrets came than are remembered. */
  readonly redactBodies: () => void;
};

type Range = { readonly from: number; readonly to: number };

/** Stands instead of every body where more secrets came than are remembered; to whoever reads it as JSON, it is a value that is not known. */
export const redactedBody = `"${redactionMark}: too many secrets: no body is shown"`;

/** What is quoted in a sentence may come from any body. */
const quoted = /"[^"]{6,}"/g;

/**
 * Creates a redactor that knows some secrets; shorter ones than six characters are redacted by their names alone. Beyond a
 * bound no more are remembered, and whole bodies are redacted.
 */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const known = createKnownSecrets();
  const finder = createFinder();
  const learn = (more: Iterable<string>): void => known.add(more, finder.add);
  learn(secrets);
  let isGivenUp = false;
  const redactsBodies = (): boolean => isGivenUp || known.isFull();
  const redacted = (text: string, isForeign: boolean): string => {
    if (text.length < shortest) return text;
    if (redactsBodies()) return withoutFound(text.replaceAll(quoted, `"${redactionMark}"`), isForeign);
    return withoutFound(text, isForeign);
  };
  const withoutFound = (text: string, isForeign: boolean): string => {
    const ranges: Range[] = [];
    for (const view of viewsOf(text)) {
      const found = [finder.find(view.text), isForeign ? namedIn(view.text) : []];
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
    body: (text, isForeign) => (redactsBodies() ? redactedBody : redacted(text, isForeign)),
    value: (text) => (redactsBodies() ? redactionMark : redacted(text, true)),
    data,
    learn,
    isFull: redactsBodies,
    redactBodies: () => {
      isGivenUp = true;
    },
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
  !value.includes(redactionMark) &&
  (isCertain || /\d/.test(value) || value.length >= 20);

function* namedIn(text: string): Generator<Found> {
  for (const search of [secretFields, secretPairs, secretsInAddresses])
    for (const found of search(text)) if (!isRedacted(text, found)) yield found;
}

/** Whether a value is the mark that stands where a secret was: a recording may have been redacted before. */
const isRedacted = (text: string, { from, to }: Found): boolean =>
  text.startsWith(redactionMark, from) && redactionMark.startsWith(text.slice(from, to));

/** A text with parts of it redacted; parts that touch each other are redacted as one. */
function replaced(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const sorted = ranges.toSorted((one, other) => one.from - other.from);
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of sorted) {
    if (to <= end) continue;
    if (from > end || end === 0) parts.push(text.slice(end, from), redactionMark);
    end = to;
  }
  return [...parts, text.slice(end)].join('');
}

/** Ends a text that was cut short, perhaps in the middle of a secret. */
const cut = '…';

/** Shorter beginnings of a secret could be in any text by chance, and tell nothing. */
const shortestBeginning = 3;

/** Where a text was cut within something encoded. */
const brokenEscape = /(?:%(?:u[\da-f]{0,3}|[\da-f]?)|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?\w{0,6})$/i;

/** What hashes of places are kept in: a bit of each tells nearly all places of a text that they begin no secret. */
const buckets = 1 << (3 * shortest);

/** Finds known secrets in a text. Its time does not depend on how many they are. */
type Finder = {
  readonly add: (secret: string) => void;
  readonly find: (text: string) => Range[];
};

function createFinder(): Finder {
  const forms = new Set<string>();
  const begins = new Uint8Array(buckets);
  /** How long the forms are that begin with the same characters, the longest first. */
  const lengths = new Map<string, number[]>();
  /** The forms in order, once a text is cut. */
  let inOrder: string[] = [];

  const add = (secret: string): void => {
    if (secret.length < shortest) return;
    const plain = viewsOf(secret).at(-1)?.text ?? secret;
    for (const one of new Set([secret, plain])) for (const form of formsOf(one, shortest)) addForm(form);
  };
  const addForm = (form: string): void => {
    if (forms.has(form)) return;
    forms.add(form);
    const key = form.slice(0, shortest);
    begins[key.split('').reduce((hash, one) => hashWith(hash, one.charCodeAt(0)), 0)] = 1;
    const known = lengths.get(key);
    if (!known) lengths.set(key, [form.length]);
    else if (!known.includes(form.length)) lengths.set(key, [...known, form.length].sort((one, other) => other - one));
  }; // biome-ignore format: short

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

  /** The same, and the beginning of one where the text was cut. */
  const searchCut = (text: string): Range[] => {
    const found = search(text);
    for (let end = text.indexOf(cut); end >= 0; end = text.indexOf(cut, end + 1))
      for (const one of beginningBefore(text, end)) found.push(one);
    return found;
  };

  /** The beginning of a secret before a place at which a text was cut. */
  const beginningBefore = (text: string, end: number): Range[] => {
    const tail = text.slice(Math.max(0, end - 256), end);
    const to = end - (brokenEscape.exec(tail)?.[0].length ?? 0);
    for (let from = Math.max(0, to - 64); from + shortestBeginning <= to; from += 1) {
      if (isBeginning(text.slice(from, to))) return [{ from, to: end }];
    }
    return [];
  };
  const isBeginning = (left: string): boolean => {
    if (inOrder.length < forms.size) inOrder = [...forms].sort();
    let [low, high] = [0, inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((inOrder[middle] ?? '') < left) low = middle + 1;
      else high = middle;
    }
    return inOrder[low]?.startsWith(left) ?? false;
  };

  const find = (original: string): Range[] => {
    if (forms.size === 0) return [];
    const text = folded(original);
    const found = searchCut(text);
    if (brokenIntoLines.test(text)) {
      const joined = withoutGaps(text, /\r?\n/g);
      for (const { from, to } of searchCut(joined.text)) found.push(joined.rangeOf(from, to));
    }
    for (const reading of bytesIn(original))
      for (const { from, to } of searchCut(folded(reading.text))) found.push(reading.rangeOf(from, to));
    for (let end = original.indexOf(cut); end >= 0; end = original.indexOf(cut, end + 1))
      for (const reading of bytesBefore(original, end)) {
        const said = folded(reading.text);
        for (const length of [said.length, said.length - 1])
          for (const { from, to } of beginningBefore(said, length))
            found.push({ from: reading.rangeOf(from, to).from, to: end });
      }
    return found;
  }; // biome-ignore format: short
  return { add, find };
}

/** A number for the last six characters of a text, from that of those before: what is older is shifted out of it. */
const hashWith = (hash: number, code: number): number => ((hash << 3) ^ code) & (buckets - 1);

/** Where base64 or hex may have been broken into lines. */
const brokenIntoLines = /[\w/-]\r?\n-*[\w/-]/;
