import { shortest } from './names.ts';
import { viewsOf } from './views.ts';

type Finder = {
  readonly add: (secret: string) => void;
  /** From where to where secrets are written; at a cut (`…`), also the beginning of one. */
  readonly find: (text: string) => { readonly from: number; readonly to: number }[];
};

type Range = ReturnType<Finder['find']>[number];

/** Longer secrets are looked for piece by piece, so that what is compared at one place of a text is bounded. */
const longestPiece = 64;

/** Ends a text that was cut short, perhaps in the middle of a secret or of an escape. */
const cut = '…';
const brokenEscape = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3})?)$/i;

/** Shorter beginnings of a secret could be in any text by chance, and tell nothing. */
const shortestBeginning = 3;

/** What hashes of places are kept in: a bit of each tells of nearly all places of a text that no secret begins there. */
const buckets = 1 << (3 * shortest);

/** A number for the last six characters of a text, from that of those before: what is older is shifted out of it. */
const hashWith = (hash: number, code: number): number => ((hash << 3) ^ code) & (buckets - 1);

/** Text in which values are compared, as long as the original: servers write ids and addresses in small letters. */
const folded = (text: string): string =>
  text.replaceAll(/[İΣ]/g, (one) => (one === 'Σ' ? 'σ' : 'i')).toLowerCase();

export function createFinder(): Finder {
  const forms = new Set<string>();
  const begins = new Uint8Array(buckets);
  /** How long the forms are that begin with the same characters, the longest first. */
  const lengths = new Map<string, number[]>();
  /** The forms in order, once a text is cut. */
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
    // Forms may overlap: of two secrets in a row the one may end as the other begins.
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

  /** The beginning of a secret before a place at which a text was cut. */
  const beginningBefore = (text: string, end: number): Range[] => {
    const tail = text.slice(Math.max(0, end - longestPiece - 6), end);
    const to = end - (brokenEscape.exec(tail)?.[0].length ?? 0);
    for (let from = Math.max(0, to - longestPiece); from + shortestBeginning <= to; from += 1)
      if (isBeginning(text.slice(from, to))) return [{ from, to: end }];
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

  return {
    add: (secret) => {
      for (const { text } of viewsOf(secret)) for (const form of formsOf(text)) addForm(form);
    },
    find: (original) => {
      if (forms.size === 0) return [];
      const text = folded(original);
      const found = search(text);
      for (let end = text.indexOf(cut); end >= 0; end = text.indexOf(cut, end + 1))
        found.push(...beginningBefore(text, end));
      return found;
    },
  };
}

/** What to look for where a secret is to be found: itself, and in base64, alone or in something longer, as Basic credentials are. */
function* formsOf(secret: string): Generator<string> {
  if (secret.length < shortest) return;
  yield* piecesOf(folded(secret));
  const bytes = Buffer.from(secret);
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // The first and the last character depend on the bytes beside the secret.
    const inside = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    for (const form of before === 0 ? [encoded, inside] : [inside])
      for (const one of [form, form.replaceAll('-', '+').replaceAll('_', '/')]) yield* piecesOf(folded(one));
  }
} // biome-ignore format: short

/** A form in pieces that cover all of it. */
function* piecesOf(form: string): Generator<string> {
  for (let from = 0; from + longestPiece < form.length; from += longestPiece)
    yield form.slice(from, from + longestPiece);
  yield form.slice(-longestPiece);
}
