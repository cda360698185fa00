import { type Choice, choices } from '../../../src/contract/choices.ts';

const all = [...choices];

/** All choices with their options, the default first. */
export function choiceList(): string {
  const width = Math.max(...all.map(([id]) => id.length));
  const linesOf = (isWanted: (choice: Choice) => boolean): string[] =>
    all
      .filter(([, choice]) => isWanted(choice))
      .map(([id, { options }]) => `  ${id.padEnd(width)}  ${options.join(' | ')}`);
  return [
    'Choices that the specification leaves to the server, with their options; the first option is the default',
    ...linesOf(({ seen }) => seen === undefined),
    '',
    'Choices that a check does not observe; the stub can take every option',
    ...linesOf(({ seen }) => seen !== undefined),
  ].join('\n');
}

/** Everything about one choice; undefined if none has this id. */
export function choiceDetails(id: string): string | undefined {
  const [, choice] = all.find(([one]) => one === id) ?? [];
  if (!choice) return undefined;
  const { asks, clauses, options, words = {}, range, seen } = choice;
  return [
    id,
    `  ${asks}`,
    '',
    ...options.map((one, index) => {
      const said = [...(index === 0 ? ['default'] : []), ...(words[one] ? [words[one]] : [])];
      return `  ${String(one).padEnd(12)}  ${said.join(': ')}`.trimEnd();
    }),
    ...(range ? [`  or any number from ${range[0]} to ${range[1]}`] : []),
    '',
    ...(clauses.length === 0 ? [] : [`  clauses       ${clauses.join(', ')}`]),
    ...(seen === undefined ? [] : [`  not observed  ${seen.replace('no, ', '')}`]),
  ].join('\n');
}

/** The choices that belong to a clause, with their questions. */
export const choicesOf = (clause: string): readonly { readonly asks: string; readonly options: string }[] =>
  all
    .filter(([, { clauses }]) => clauses.includes(clause))
    .map(([id, { asks, options }]) => ({ asks, options: `${id}: ${options.join(' | ')}` }));
