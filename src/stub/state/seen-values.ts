import { hash } from 'node:crypto';

/** A set of values seen in earlier requests. */
type SeenValues = {
  readonly has: (value: unknown) => boolean;
  readonly add: (value: unknown) => void;
  readonly clear: () => void;
};

/** How many values are kept; beyond that, the oldest is forgotten and counts as new again. */
export const seenValuesLimit = 100_000;

/** Creates an empty set. It keeps only a digest of each value, which may be a megabyte long. */
export function createSeenValues(): SeenValues {
  const digests = new Set<string>();
  return {
    has: (value) => digests.has(digestOf(value)),
    add: (value) => {
      digests.add(digestOf(value));
      const [oldest] = digests;
      if (digests.size > seenValuesLimit && oldest !== undefined) digests.delete(oldest);
    },
    clear: () => digests.clear(),
  };
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? '', 'base64');
