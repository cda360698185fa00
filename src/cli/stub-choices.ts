import type { Choice } from '../stub/choice.ts';
import { choiceTable } from '../stub/choices.ts';

const choices = Object.entries<Choice>(choiceTable);

/** Every choice of the stub with its alternatives, the usual one first. */
export function choiceList(): string {
  const width = Math.max(...choices.map(([id]) => id.length));
  const line = ([id, { alternatives }]: (typeof choices)[number]): string =>
    `  ${id.padEnd(width)}  ${alternatives.join(' | ')}`;
  const kind = (wanted: Choice['kind']): string[] =>
    choices.filter(([, choice]) => choice.kind === wanted).map(line);
  return [
    'Choices of the stub where the contract is silent, the usual alternative first',
    ...kind('silence'),
    '',
    'Readings of the stub where the contract can be read in two ways, the usual one first',
    ...kind('reading'),
  ].join('\n');
}

/** The choices of the stub that a clause has to do with. */
export const choicesOf = (clause: string): string[] =>
  choices
    .filter(([, { clauses }]) => clauses.includes(clause))
    .map(([id, { alternatives }]) => `${id}: ${alternatives.join(' | ')}`);
