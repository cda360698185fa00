/** `toLocaleString` takes 8 ms for its first call. */
export const numberWords = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A number with its noun: `1 rule`, `3 rules`, `1,204 entries`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${numberWords(count)} ${count === 1 ? noun : nouns}`;

/** The words of a name, such as `max` and `rate` of `max_rate` and `maxRate`. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** `StoreKey`, `store-keys` and `store_key` in words. */
export const nameWords = (name: string): string => wordsOfName(name).join(' ');

/** The beginning of a text, of at most so many characters, with a mark if the text is longer. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** The same, but ends at a whole word, if there is one: the rest of a word may look like a part of something else. */
export const shortenedAtWord = (text: string, most: number): string =>
  text.length > most
    ? `${text
        .slice(0, most + 1)
        .replace(/(?<=\S)\s+\S*$/, '')
        .slice(0, most)}…`
    : text;

export const oneOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/**
 * Replaces each `{name}` in a template by its words; what has none stays. The words are not read as a template, neither
 * as this one nor as that of `replaceAll`.
 */
export const fillIn = (template: string, wordsOf: (name: string) => string | undefined): string =>
  template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => wordsOf(name) ?? placeholder);

/** Finds at most `count` similar words, best first; none if no word is close, since a wrong suggestion misleads. */
export function nearest(word: string, known: Iterable<string>, count: number): string[] {
  const most = Math.max(1, Math.min(3, Math.floor(word.length / 2)), Math.floor(word.length / 5));
  return [...known]
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .filter(({ candidate, far }) => far <= most || (word.length > 1 && candidate.includes(word)))
    .sort((one, other) => one.far - other.far)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

export function suggestion(word: string, known: readonly string[]): string {
  const [best] = nearest(word, known, 1);
  return best === undefined ? `known are ${known.join(', ')}.` : `did you mean "${best}"?`;
}

/** The Levenshtein distance. */
export function distance(one: string, other: string): number {
  // Equal beginnings and ends cost nothing.
  let [begin, end] = [0, 0];
  const shortest = Math.min(one.length, other.length);
  while (begin < shortest && one[begin] === other[begin]) begin += 1;
  while (end < shortest - begin && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [first, second] = [one, other].map((text) => text.slice(begin, text.length - end));
  return editDistance(first ?? '', second ?? '');
}

function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const here = [row];
    for (let place = 1; place <= other.length; place += 1) {
      const [left = 0, diagonal = 0, up = 0] = [here[place - 1], above[place - 1], above[place]];
      const replaced = diagonal + Number(one[row - 1] !== other[place - 1]);
      here.push(Math.min(left + 1, up + 1, replaced));
    }
    above = here;
  }
  return above[other.length] ?? 0;
}

/** A text without the accents of its letters, composed. */
export const withoutAccents = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .normalize('NFD')
        .replaceAll(/\p{M}+/gu, '')
        .normalize('NFC');
