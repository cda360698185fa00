import { createFinder } from './finder.ts';
import { type NamedValue, namedValues } from './named-values.ts';
import { certainNames, redactionMark, shortest } from './names.ts';
import { viewsOf } from './views.ts';

/** Redacts secrets in whatever is printed, written or kept. */
export type Redactor = {
  /** A text of ours, without the secrets that are known: as they are, in JSON, percent-encoded, in base64. */
  readonly text: (text: string) => string;
  /** A text of somebody else, also without what names in it say to be secret. */
  readonly foreign: (text: string) => string;
  /** A body; all of it is redacted if more secrets came than are remembered. Without a test, names say nothing. */
  readonly body: (text: string, isSecret?: NamedTest) => string;
  /** The same of a short value of somebody else: of a header, of JSON, an id. */
  readonly value: (text: string) => string;
  /** A copy of plain data with known secrets redacted in its texts. */
  readonly data: <T>(value: T) => T;
  /** Remembers more secrets, within the bound. */
  readonly learn: (secrets: Iterable<string>) => void;
  readonly isFull: () => boolean;
  /** Redacts whole bodies from now on, as if more secrets came than are remembered. */
  readonly redactBodies: () => void;
};

export type NamedTest = (name: string, value: string) => boolean;

export const everyNamed: NamedTest = () => true;

/** The most secrets that are remembered, and the most characters of all of them: each is kept in every form it may take. */
const mostSecrets = 25_000;
export const mostCharacters = 1_000_000;

/** Stands instead of every body where more secrets came than are remembered; to whoever reads it as JSON, it is a value that is not known. */
export const redactedBody = `"${redactionMark}: too many secrets: no body is shown"`;

/** What is quoted in a sentence may come from any body. */
const quoted = /"[^"]{6,}"/g;

type Range = { readonly from: number; readonly to: number };

/**
 * Creates a redactor that knows some secrets; shorter ones than six characters are redacted by their names alone. Beyond a
 * bound no more are remembered, and whole bodies are redacted.
 */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
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
      if (isSecret) for (const one of namedIn(view.text, isSecret)) found.push(one);
      return found.map(({ from, to }) => ({ from: view.placeOf(from), to: view.placeOf(to) }));
    });
    return replaced(text, ranges);
  };
  const data = <T>(value: T): T => {
    if (typeof value === 'string') return redacted(value) as T;
    if (Array.isArray(value)) return value.map(data) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, data(inner)])) as T;
  };
  return {
    text: (text) => redacted(text),
    foreign: (text) => redacted(text, everyNamed),
    body: (text, isSecret) => (isFull ? redactedBody : redacted(text, isSecret)),
    value: (text) => (isFull ? redactionMark : redacted(text, everyNamed)),
    data,
    learn,
    isFull: () => isFull,
    redactBodies: () => {
      isFull = true;
    },
  };
}

/** The values of a text that are secrets by their names and may be looked for elsewhere; "required" is an ordinary word. */
export function secretsNamedIn(text: string, isSecret = everyNamed): string[] {
  const all = viewsOf(text).flatMap((view) =>
    [...namedIn(view.text, isSecret)].flatMap(({ name, from, to }) => {
      const value = view.text.slice(from, to);
      const isOrdinary = !certainNames.test(name) && !/\d/.test(value) && value.length < 20;
      return value.length < shortest || value.includes(redactionMark) || isOrdinary ? [] : [value];
    }),
  );
  return [...new Set(all)];
}

function* namedIn(text: string, isSecret: NamedTest): Generator<NamedValue> {
  for (const found of namedValues(text)) {
    const value = text.slice(found.from, found.to);
    // A recording may have been redacted before; a mark may be cut off with what follows it.
    const isMark = text.startsWith(redactionMark, found.from) && redactionMark.startsWith(value);
    if (!isMark && isSecret(found.name, value)) yield found;
  }
}

/** A text with parts of it redacted; parts that touch each other are redacted as one. */
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
