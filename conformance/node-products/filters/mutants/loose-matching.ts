import type { RuleMutant } from '../../../core/rule.ts';
import { looksFor } from '../../mutants/listing.ts';
import { isNear } from '../asked.ts';
import { type Attribute, bareName, filterFor, takes } from '../filter.ts';
import { words } from '../near-misses.ts';
import { isFound, isGlob, isLike } from '../patterns.ts';
import { ignoreFilter, matchLoosely, onEveryOtherNode } from './filter.ts';

/** Senses in which a value may be taken for a pattern. */
const patternSenses: Readonly<Record<string, (shown: string, value: string) => boolean>> = {
  'a filter by %s is a LIKE': isLike,
  'a filter by %s is a GLOB': isGlob,
  'a filter by %s is a regular expression': isFound,
};

/** Senses in which a value may be taken to match what a product shows, looser than being equal. */
const senses: Readonly<Record<string, (shown: string, value: string) => boolean>> = {
  'the beginning of a %s returns its product': (shown, value) => shown.startsWith(value),
  'the end of a %s returns its product': (shown, value) => shown.endsWith(value),
  'any part of a %s returns its product': (shown, value) => shown.includes(value),
  'a value returns each product whose %s is its beginning': (shown, value) => value.startsWith(shown),
  ...patternSenses,
  'a filter by %s forgives a wrong letter': (shown, value) =>
    shown.length === value.length &&
    [...shown].filter((letter, index) => letter !== value[index]).length === 1,
  'a filter by %s trims the signs at the end': (shown, value) => trimmed(shown) === trimmed(value),
  'a filter by %s looks at letters and digits only': (shown, value) => bare(shown) === bare(value),
};

const trimmed = (text: string): string => text.replace(/[^A-Za-z0-9]+$/, '');
const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** What a rule on the soundness of a filter by name or by slug is to catch. */
export function looseMatching(key: Attribute): RuleMutant[] {
  const attribute = bareName(key);
  return [
    {
      name: `a filter by ${attribute} is checked but not applied`,
      wire: ignoreFilter((query) => looksFor(query, key, /^[^'"]*$/)),
    },
    ...words.map((word) => ({
      name: `the ${attribute} ${word} is taken for none`,
      wire: ignoreFilter(({ filter, list }) => takes(list, key) && filter === filterFor(list, key, word)),
    })),
    ...Object.entries(patternSenses).map(([name, matches]) => ({
      name: `${name.replace('%s', attribute)}, on every other node`,
      wireFor: onEveryOtherNode(
        matchLoosely((shown, value) => !isNear(shown, value) && matches(shown, value), key),
      ),
    })),
    ...Object.entries(senses).map(([name, matches]) => ({
      name: name.replace('%s', attribute),
      // What differs in letter case only is another matter.
      wire: matchLoosely((shown, value) => !isNear(shown, value) && matches(shown, value), key),
    })),
  ];
}
