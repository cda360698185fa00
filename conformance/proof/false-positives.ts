import type { Choices } from '../../src/stub/choices/choices.ts';
import { isFalsePositive, type Proof } from './proof.ts';

/** The law of choices: the rules that fail, or break down, on a conforming server; there should be none. */
export async function falsePositives(
  { checked, conforming, targetFor }: Proof,
  choices: Partial<Choices>,
): Promise<string[]> {
  const { results } = await checked(conforming({ choices }), { target: targetFor(choices) });
  return results.filter(isFalsePositive).map(({ rule, why }) => `${rule}: ${why}`);
}
