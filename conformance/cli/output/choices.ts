import type { Choice } from '../../../src/contract/choices/choice.ts';
import { choices } from '../../../src/contract/choices/choices.ts';

const all = [...choices];

/** All choices with their options, the default first. */
export function choiceList(): string {
  const width = Math.max(...all.map(([id]) => id.length));
  const linesOf = (isWanted: (choice: Choice) => boolean): string[] =>
    all
      .filter(([, choice]) => isWanted(choice))
      .map(([id, { options }]) => `  ${id.padEnd(width)}  ${options.join(' | ')}`);
  return [
    'Choices: what the specification leaves to the server; the default option is the first',
    ...linesOf(({ seen }) => seen === undefined),
    '',
    'Choices of the stub that assay does not observe; the default option is the first',
    ...linesOf(({ seen }) => seen !== undefined),
  ].join('\n');
}

/** The choices that belong to a clause, with their questions. */
export const choicesOf = (clause: string): readonly { readonly asks: string; readonly options: string }[] =>
  all
    .filter(([, { clauses }]) => clauses.includes(clause))
    .map(([id, { asks, options }]) => ({ asks, options: `${id}: ${options.join(' | ')}` }));
