import type { Choices } from '../../src/stub/choices.ts';
import { honest, judged } from './ground.ts';

/** The law of choices: the rules that fail, or fall over, on an honest server; there should be none. */
export async function accusers(choices: Partial<Choices>): Promise<string[]> {
  const results = await judged(honest({ choices }));
  return results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ rule, why }) => `${rule}: ${why}`);
}
