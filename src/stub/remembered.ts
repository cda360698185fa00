import { hash } from 'node:crypto';

/** Values that were seen before. */
export type Remembered = {
  readonly has: (value: unknown) => boolean;
  readonly add: (value: unknown) => void;
  readonly clear: () => void;
};

/** How many values are remembered; beyond that the oldest is forgotten, and passes for new. */
export const rememberedLimit = 100_000;

/** Builds a memory without values. Of each it keeps a digest alone: a value may be a megabyte long. */
export function createRemembered(): Remembered {
  const digests = new Set<string>();
  return {
    has: (value) => digests.has(digestOf(value)),
    add: (value) => {
      digests.add(digestOf(value));
      const [oldest] = digests;
      if (digests.size > rememberedLimit && oldest !== undefined) digests.delete(oldest);
    },
    clear: () => digests.clear(),
  };
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? '', 'base64');
