import type { Choices } from '../../src/stub/choices/choices.ts';
import { checked, honest, isAccusation, targetFor } from './ground.ts';

/** The law of choices: the rules that fail, or break down, on an honest server; there should be none. */
export async function accusers(choices: Partial<Choices>): Promise<string[]> {
  const { results } = await checked(honest({ choices }), { target: targetFor(choices) });
  return results.filter(isAccusation).map(({ rule, why }) => `${rule}: ${why}`);
}
