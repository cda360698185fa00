import { distance } from 'fastest-levenshtein';

/**
 * Finds at most `count` known words that `word` was probably meant to be, best first; none if no word comes close, since a
 * wrong suggestion misleads. A word that contains it is close.
 */
export function nearest(word: string, known: Iterable<string>, count: number): string[] {
  const most = Math.max(1, Math.min(3, Math.floor(word.length / 2)), Math.floor(word.length / 5));
  return [...known]
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .filter(({ candidate, far }) => far <= most || contains(candidate, word))
    .sort((one, other) => one.far - other.far)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** Very short words are contained in anything. */
const contains = (candidate: string, word: string): boolean => word.length > 1 && candidate.includes(word);

/** Returns a question that offers the nearest known word, or all words if none comes close. */
export function suggestion(word: string, known: readonly string[]): string {
  const [best] = nearest(word, known, 1);
  return best === undefined ? `known are ${known.join(', ')}.` : `did you mean "${best}"?`;
}
