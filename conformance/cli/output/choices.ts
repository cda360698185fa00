import type { Choice } from '../../../src/contract/choices/choice.ts';
import { choices } from '../../../src/contract/choices/choices.ts';

const all = [...choices];

/** All choices with their alternatives, the usual one first. */
export function choiceList(): string {
  const width = Math.max(...all.map(([id]) => id.length));
  const linesOf = (isWanted: (choice: Choice) => boolean): string[] =>
    all
      .filter(([, choice]) => isWanted(choice))
      .map(([id, { alternatives }]) => `  ${id.padEnd(width)}  ${alternatives.join(' | ')}`);
  return [
    'Choices where the contract is silent, the default option first',
    ...linesOf(({ seen }) => seen === undefined),
    '',
    'Choices of the stub that cannot be seen from outside, the default option first',
    ...linesOf(({ seen }) => seen !== undefined),
  ].join('\n');
}

/** The choices that belong to a clause, with their questions. */
export const choicesOf = (
  clause: string,
): readonly { readonly asks: string; readonly alternatives: string }[] =>
  all
    .filter(([, { clauses }]) => clauses.includes(clause))
    .map(([id, { asks, alternatives }]) => ({ asks, alternatives: `${id}: ${alternatives.join(' | ')}` }));
