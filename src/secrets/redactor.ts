import type { Contract } from '../contract/contract.ts';
import { withTexts } from '../json/json.ts';
import { percentDecoded } from '../percent.ts';
import {
  namedValues,
  type Range,
  redactionMark,
  type SecretNames,
  secretNamesOf,
  shortest,
  usualNames,
} from './names.ts';

/** A decoded text, with the place of each of its characters in the original. */
type View = { readonly text: string; readonly placeOf: (index: number) => number };

const inJson = /\\(?:u([\da-f]{4})|([bfnrt])|([^u]))/gi;
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const inAddress =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}|\+/gi;

/** A text as it is, without the escapes of JSON once and twice (a quotation may be JSON), and percent-decoded. */
export function viewsOf(text: string): View[] {
  const views: View[] = [{ text, placeOf: (index) => index }];
  for (let last = views[0]; last?.text.includes('\\') && views.length < 3; ) {
    last = decodedView(last, inJson, ([, code, control, same]) =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : (same ?? controls[control?.toLowerCase() ?? ''] ?? ''),
    );
    views.push(last);
  }
  const [plain] = views;
  if (plain && /[%+]/.test(text)) views.push(decodedView(plain, inAddress, ([encoded]) => characterOf(encoded)));
  return views;
} // biome-ignore format: short

function characterOf(encoded: string): string {
  if (encoded === '+') return ' ';
  if (encoded.length === 3) return String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return percentDecoded(encoded);
}

function decodedView({ text, placeOf }: View, escapes: RegExp, meaningOf: (match: RegExpExecArray) => string): View {
  const pieces: string[] = [];
  const begins = [0];
  const shifts = [0];
  let [length, last] = [0, 0];
  for (const match of text.matchAll(escapes)) {
    const meaning = meaningOf(match);
    pieces.push(text.slice(last, match.index), meaning);
    length += match.index - last + meaning.length;
    last = match.index + match[0].length;
    begins.push(length);
    shifts.push(last - length);
  }
  pieces.push(text.slice(last));
  const shiftAt = (index: number): number => shifts[partitionPoint(begins, (begin) => begin <= index) - 1] ?? 0;
  return { text: pieces.join(''), placeOf: (index) => placeOf(index + shiftAt(index)) };
} // biome-ignore format: short

/** The index of the first entry of a sorted list that a test rejects, found by halving; all entries before it pass. */
function partitionPoint<T>(list: readonly T[], passes: (entry: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Longer secrets are searched in pieces, to bound the work at each place. */
const longestPiece = 64;

/** Marks a text that was cut, perhaps in the middle of a secret. */
const cut = '…';
const brokenEscape = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3})?)$/i;

/** Shorter beginnings could be in any text by chance. */
const shortestBeginning = 3;

/** One bit for each hash of six characters excludes nearly all places of a text. */
const buckets = 1 << (3 * shortest);

/** A rolling hash of the last six characters. */
const hashWith = (hash: number, code: number): number => ((hash << 3) ^ code) & (buckets - 1);

/** Case-insensitive, and as long as the original. */
const folded = (text: string): string =>
  text.replaceAll(/[İΣ]/g, (one) => (one === 'Σ' ? 'σ' : 'i')).toLowerCase();

function createFinder() {
  const forms = new Set<string>();
  const begins = new Uint8Array(buckets);
  const lengths = new Map<string, number[]>();
  let inOrder: string[] = [];

  const addForm = (form: string): void => {
    if (form.length < shortest || forms.has(form)) return;
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
    for (let index = 0; index < text.length; index += 1) {
      hash = hashWith(hash, text.charCodeAt(index));
      const from = index + 1 - shortest;
      if (begins[hash] === 0 || from < 0) continue;
      const length = lengths
        .get(text.slice(from, index + 1))
        ?.find((one) => forms.has(text.slice(from, from + one)));
      if (length !== undefined) found.push({ from, to: from + length });
    }
    return found;
  };

  const beginningBefore = (text: string, end: number): Range[] => {
    const tail = text.slice(Math.max(0, end - longestPiece - 6), end);
    const to = end - (brokenEscape.exec(tail)?.[0].length ?? 0);
    for (let from = Math.max(0, to - longestPiece); from + shortestBeginning <= to; from += 1)
      if (isBeginning(text.slice(from, to))) return [{ from, to: end }];
    return [];
  };
  const isBeginning = (left: string): boolean => {
    if (inOrder.length < forms.size) inOrder = [...forms].sort();
    return inOrder[partitionPoint(inOrder, (form) => form < left)]?.startsWith(left) ?? false;
  };

  return {
    add: (secret: string): void => {
      for (const { text } of viewsOf(secret)) for (const form of formsOf(text)) addForm(form);
    },
    find: (original: string): Range[] => {
      if (forms.size === 0) return [];
      const text = folded(original);
      const found = search(text);
      for (let end = text.indexOf(cut); end >= 0; end = text.indexOf(cut, end + 1))
        found.push(...beginningBefore(text, end));
      return found;
    },
  };
}

/** The forms of a secret to search for: itself, and in base64, alone or inside something longer. */
function* formsOf(secret: string): Generator<string> {
  if (secret.length < shortest) return;
  yield* piecesOf(folded(secret));
  const bytes = Buffer.from(secret);
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // The first and the last character depend on the neighbouring bytes.
    const inside = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    for (const form of before === 0 ? [encoded, inside] : [inside])
      for (const one of [form, form.replaceAll('-', '+').replaceAll('_', '/')]) yield* piecesOf(folded(one));
  }
} // biome-ignore format: short

function* piecesOf(form: string): Generator<string> {
  for (let from = 0; from + longestPiece < form.length; from += longestPiece)
    yield form.slice(from, from + longestPiece);
  yield form.slice(-longestPiece);
}

export type Redactor = ReturnType<typeof createRedactor>;

export type NamedTest = (name: string, value: string) => boolean;

export const everyNamed: NamedTest = () => true;

/** Beside the secrets, what a contract calls so is redacted by its name. */
export const redactorOf = (contract: Pick<Contract, 'document'>, secrets: Iterable<string> = []): Redactor =>
  createRedactor(secrets, secretNamesOf(contract));

/** Each secret is kept in several forms, so number and length are bounded. */
const mostSecrets = 25_000;
export const mostCharacters = 1_000_000;

/** Replaces bodies if there were too many secrets; it is valid JSON. */
export const redactedBody = `"${redactionMark}: too many secrets: no body is shown"`;

/** A quotation may come from any body. */
const quoted = /"[^"]{6,}"/g;

/** Secrets shorter than six characters are redacted by their names alone. Beyond a bound, whole bodies are redacted. */
export function createRedactor(secrets: Iterable<string> = [], names = usualNames) {
  const finder = createFinder();
  const known = new Set<string>();
  let characters = 0;
  let isFull = false;
  const learn = (more: Iterable<string>): void => {
    for (const secret of more) {
      if (isFull || known.has(secret)) continue;
      isFull = known.size >= mostSecrets || characters + secret.length > mostCharacters;
      if (isFull) return;
      known.add(secret);
      characters += secret.length;
      finder.add(secret);
    }
  };
  learn(secrets);
  const redacted = (original: string, isSecret?: NamedTest): string => {
    if (original.length < shortest) return original;
    const text = isFull ? original.replaceAll(quoted, `"${redactionMark}"`) : original;
    const ranges = viewsOf(text).flatMap((view) => {
      const found: Range[] = finder.find(view.text);
      if (isSecret) for (const one of namedValuesIn(names, view.text, isSecret)) found.push(one);
      return found.map(({ from, to }) => ({ from: view.placeOf(from), to: view.placeOf(to) }));
    });
    return replaced(text, ranges);
  };
  return {
    /** What is secret by its name. */
    names,
    /** A text of ours, without known secrets: plain, in JSON, percent-encoded or in base64. */
    text: (text: string): string => redacted(text),
    /** A text of somebody else, also without values whose names are secret. */
    foreign: (text: string): string => redacted(text, everyNamed),
    /** A body; redacted whole if there were too many secrets. Without a test, names do not count. */
    body: (text: string, isSecret?: NamedTest): string => (isFull ? redactedBody : redacted(text, isSecret)),
    /** A short foreign value: of a header, of JSON, an id. */
    value: (text: string): string => (isFull ? redactionMark : redacted(text, everyNamed)),
    data: <T>(value: T): T => withTexts(value, redacted),
    learn,
    isFull: (): boolean => isFull,
    redactBodies: (): void => {
      isFull = true;
    },
  };
}

/** What is secret by its name, in a text that was decoded once. */
export function* namedValuesIn(names: SecretNames, text: string, isSecret: NamedTest) {
  for (const found of namedValues(names, text)) {
    const value = text.slice(found.from, found.to);
    const isMark = text.startsWith(redactionMark, found.from) && redactionMark.startsWith(value);
    if (!isMark && isSecret(found.name, value)) yield found;
  }
}

function replaced(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (to <= end) continue;
    if (from > end || end === 0) parts.push(text.slice(end, from), redactionMark);
    end = to;
  }
  return [...parts, text.slice(end)].join('');
}
