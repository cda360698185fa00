import fc from 'fast-check';
import type { Probe } from './probe.ts';
import { Broken, Withheld } from './verdict.ts';

/** What a draw that broke the claim looked like, smallest first found. */
const drawn = (value: unknown): string => fc.stringify(value).slice(0, 200);

/**
 * Draws values from the probe's seed and makes the claim for each; a broken claim is shrunk to the smallest draw
 * that still breaks it, which the failure then shows. The same name draws the same, whoever asks.
 */
export async function forAll<T>(
  probe: Probe,
  name: string,
  arbitrary: fc.Arbitrary<T>,
  claim: (value: T) => Promise<void>,
  draws = probe.draws,
): Promise<void> {
  let withheld: Withheld | undefined;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (withheld) return;
    try {
      await claim(value);
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      withheld = error;
    }
  });
  const found = await fc.check(property, {
    seed: seedOf(probe.seed, name),
    numRuns: draws,
    endOnFailure: false,
  });
  if (found.failed) throw told(found.errorInstance, found.counterexample?.[0]);
  if (withheld) throw withheld;
}

function told(error: unknown, counterexample: unknown): unknown {
  if (!(error instanceof Broken)) return error;
  // A number only says which of several was drawn; text is the smallest that breaks it.
  const shown = typeof counterexample === 'string' ? ` (smallest drawn: ${drawn(counterexample)})` : '';
  return new Broken(error.expected, error.saw + shown, error.exchanges);
}

/** How many draws a rule makes where each of them leaves a record behind. */
export const writingDraws = (probe: Probe): number => Math.ceil(probe.draws * 0.1);

/** A seed of its own for each name, so that a rule draws the same alone and together. */
export function seedOf(seed: number, name: string): number {
  let mixed = seed | 0;
  for (const character of name) mixed = (Math.imul(mixed, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return mixed;
}
