import type { Choice } from '../../stub/choices/choice.ts';
import { choiceTable } from '../../stub/choices/choices.ts';

const choices = Object.entries<Choice>(choiceTable);

/** All choices of the stub with their alternatives, the usual one first. */
export function choiceList(): string {
  const width = Math.max(...choices.map(([id]) => id.length));
  const line = ([id, { alternatives }]: (typeof choices)[number]): string =>
    `  ${id.padEnd(width)}  ${alternatives.join(' | ')}`;
  const linesOf = (kind: Choice['kind']): string[] =>
    choices.filter(([, choice]) => choice.kind === kind).map(line);
  return [
    'Choices of the stub where the contract is silent, the usual alternative first',
    ...linesOf('silence'),
    '',
    'Readings of the stub where the contract can be read in two ways, the usual one first',
    ...linesOf('reading'),
  ].join('\n');
}

/** The choices of the stub that belong to a clause. */
export const choicesOf = (clause: string): string[] =>
  choices
    .filter(([, { clauses }]) => clauses.includes(clause))
    .map(([id, { alternatives }]) => `${id}: ${alternatives.join(' | ')}`);
