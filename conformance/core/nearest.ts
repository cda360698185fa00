import { distance } from 'fastest-levenshtein';

/** The known words that come nearest to one that is not known, best first. One that contains it comes first. */
export const nearest = (word: string, known: Iterable<string>, count: number): string[] =>
  [...known]
    .map((candidate) => ({ candidate, far: candidate.includes(word) ? 0 : distance(word, candidate) }))
    .sort((one, other) => one.far - other.far)
    .slice(0, count)
    .map(({ candidate }) => candidate);

/** A question that offers the nearest known word, or the whole choice where none comes near. */
export function suggestion(word: string, known: readonly string[]): string {
  const [best] = nearest(word, known, 1);
  const near = best !== undefined && (best.includes(word) || distance(word, best) <= 3);
  return near ? `did you mean "${best}"?` : `known are ${known.join(', ')}.`;
}
