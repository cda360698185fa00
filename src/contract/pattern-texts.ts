import fc from 'fast-check';
import { endsInTime, expressionOf, inTime, matches } from '../json/matching.ts';

/** Texts that are tried as they are, since nothing can be drawn from some patterns, such as those that look ahead. */
const ordinary = ['text', 'TEXT', '1', 'Text-1234!'];

/** In milliseconds. An ordinary pattern takes some hundred of them. */
const longestDrawing = 5000;

/** Texts that match a pattern, in several lengths, as far as some are found in bounded time. */
export function drawTexts(pattern: string): readonly string[] {
  const drawn: string[] = [];
  const isLong = leastRepeated(pattern) > longestDrawn;
  const draw = (): void =>
    void drawn.push(...fc.sample(fc.stringMatching(expressionOf(pattern)), { seed: 1, numRuns: 40 }));
  try {
    if (!isLong) endsInTime(draw, longestDrawing);
  } catch {
    // The library throws a plain error for what it cannot draw from.
  }
  return inTime(() => [...drawn, ...ordinary].filter((text) => matches(pattern, text))).value;
}

/** Longer texts are not drawn: their characters would not fit into memory. */
const longestDrawn = 1_000_000;

/** How often a character of a pattern is repeated at least, if all its repetitions are in each other. */
const leastRepeated = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+)/g)].reduce((all, [, least]) => all * Math.max(1, Number(least)), 1);

/** The length of texts that a pattern must match in time, in characters. */
export const shortText = 120;

const mostSeeds = 12;
const mostCharacters = 12;
const longestPart = 3;
const ends = ['!', '1', 'a', '\n', '\u{10ffff}'];

/**
 * Whether a pattern takes too long for some short texts. An engine tries most ways where a part of a text is repeated and
 * its end does not match, so such texts are made of those that match, and of the characters of the pattern.
 */
export function isSlow(pattern: string, matching: readonly string[]): boolean {
  const expression = expressionOf(pattern);
  const characters = new Set(`aA0 -_.${pattern}`);
  return !endsInTime(() => {
    for (const text of repeating([...matching.slice(0, mostSeeds), ...characters])) expression.test(text);
  });
}

/** Short texts that begin as the seeds do, and then repeat a part of them. */
function* repeating(seeds: readonly string[]): Generator<string> {
  for (const seed of seeds) {
    const characters = [...seed].slice(0, mostCharacters);
    for (let start = 0; start < characters.length; start += 1)
      for (let size = 1; size <= Math.min(longestPart, characters.length - start); size += 1) {
        const before = characters.slice(0, start).join('');
        const part = characters.slice(start, start + size).join('');
        for (const end of ends) yield before + part.repeat(shortText / size) + end;
      }
  }
}
