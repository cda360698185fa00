import { choicesOf } from '../../../src/contract/choices.ts';
import { type Clause, type Contract, levels } from '../../../src/contract/contract.ts';
import type { Mistake } from '../../../src/contract/lint.ts';
import { isOperation } from '../../../src/contract/operations.ts';
import { at } from '../../../src/json/json.ts';
import { counted } from '../../../src/words.ts';
import { choiceRuleId } from '../../core/observation.ts';
import { fileOf, sectionsOf } from '../../report/clause-places.ts';
import { titlesOfOthers } from '../../report/standing.ts';
import { shellQuoted } from '../../report/words.ts';
import type { RuleSet } from '../../rule-files/rule-set.ts';

/** How many clauses of each level each operation has, and how to see them; `launcher` is what starts assay. */
export function overview(contract: Contract, launcher: string): string {
  const { clauses, operations, hasDerivedClauses } = contract;
  const { size } = choicesOf(contract);
  const groups = Map.groupBy(clauses.values(), ({ id }) => id.split('/')[0] ?? '');
  const nameWidth = Math.max(...[...groups.keys()].map(({ length }) => length));
  const isAny = (level: Clause['level']): boolean => [...clauses.values()].some((one) => one.level === level);
  // Only a contract with clauses of its own can leave something unspecified.
  const columns = levels.filter((level) => level !== 'unspecified' || isAny(level));
  const rows = [...groups].map(([name, own]) => {
    const counts = columns.map((level) =>
      String(own.filter((clause) => clause.level === level).length).padStart(level.length),
    );
    const operation = isOperation(contract, name) ? operations[name] : undefined;
    const about = operation ? `  ${operation.method} ${operation.path}` : '';
    return `${[name.padEnd(nameWidth), ...counts].join('  ')}${about}`;
  });
  const { id: last = '' } = Object.values(operations).at(-1) ?? {};
  const example = [...clauses.keys()].findLast((id) => id.startsWith(`${last}/`)) ?? '';
  const commands: readonly (readonly [words: string, what: string])[] = [
    [shellQuoted(last), 'lists the clauses of an operation'],
    [shellQuoted(example.replace(/\/.*(?=-)/, '/*')), 'lists those that match a pattern'],
    [example, 'explains a clause, or a choice'],
    ['choice', 'lists the choices, with their options'],
    ['--all', hasDerivedClauses ? 'lists everything, and what no rule checks' : 'lists everything'],
  ];
  const width = Math.max(...commands.map(([words]) => words.length));
  return [
    hasDerivedClauses
      ? `The contract has ${clauses.size} clauses, derived from the OpenAPI file, and leaves ${counted(size, 'choice')} to the server; no rule checks ${counted(contract.unchecked?.length ?? 0, 'part')} of it.`
      : `The contract has ${clauses.size} clauses (statements of the specification), and leaves ${size} choices to the server.`,
    [`${''.padEnd(nameWidth)}  ${columns.join('  ')}`, ...rows].join('\n'),
    commands.map(([words, what]) => `  ${launcher} clauses ${words.padEnd(width)}  ${what}`).join('\n'),
  ].join('\n\n');
}

/** What is in a contract that no rule checks, by its place; empty if there is nothing. */
export function uncheckedList({ unchecked = [] }: Contract): string {
  const width = Math.max(...unchecked.map(({ where }) => where.length));
  const lines = unchecked.map(({ what, where }) => `  ${where.padEnd(width)}  ${what}`);
  return lines.length === 0 ? '' : ['Parts of the contract that no rule checks', ...lines].join('\n');
}

/** The mistakes in a contract, a line each, and how many there are. */
export function mistakeList(mistakes: readonly Mistake[]): string {
  const count = (level: Mistake['level']): string =>
    counted(mistakes.filter((one) => one.level === level).length, level);
  return [
    ...mistakes.map(({ where, level, sentence }) => `${where}: ${level}: ${sentence}.`),
    `${count('error')}, ${count('warning')} in the contract`,
  ].join('\n');
}

export function clauseList(clauses: readonly Clause[]): string {
  const sections = Map.groupBy(clauses, ({ at: [first = ''], house }) =>
    house ? titlesOfOthers.house : (fileOf(first) ?? sectionsOf({ at: [first] })),
  );
  const width = (key: 'id' | 'level'): number => Math.max(...clauses.map((clause) => clause[key].length));
  const line = ({ id, level, at, text }: Clause): string =>
    `  ${id.padEnd(width('id'))}  ${level.padEnd(width('level'))}  ${at.join(' ')}  ${text}`;
  return [...sections].map(([section, group]) => [section, ...group.map(line)].join('\n')).join('\n\n');
}

/** What the columns of a list contain, and some words in it, as the contract explains them; empty if it does not. */
export function legendOf({ document }: Contract): string[] {
  const legend = at(document, 'x-legend');
  return typeof legend === 'string' ? [legend.trimEnd()] : [];
}

export function clauseDetails(contract: Contract, clause: Clause, { rules }: RuleSet): string {
  const ownRules = rules.filter((rule) => rule.id === clause.id);
  const lines = [
    clause.id,
    `  ${clause.text}`,
    '',
    clauseRow('level', clause.level),
    clauseRow('places', clausePlaces(clause)),
    ...ownRules.flatMap(({ title, mutants }) => [
      clauseRow('rule', title),
      ...mutants.map(({ name }) => clauseRow('  catches', name)),
    ]),
    ...choicesBeside(contract, clause.id).flatMap(({ asks, options }) => [
      clauseRow('question', asks),
      clauseRow('choice', options),
    ]),
    ...(clause.unobservable === undefined ? [] : [clauseRow('unobservable', clause.unobservable)]),
    ...(clause.silent === undefined ? [] : [clauseRow('not observed', clause.silent)]),
  ];
  return lines.join('\n');
}

function clausePlaces(clause: Clause): string {
  const [places, sections] = [clause.at.join(' '), sectionsOf(clause)];
  return clause.house || places === sections ? sections : `${places} (${sections})`;
}

const clauseRow = (label: string, text: string): string => `  ${label.padEnd(12)}  ${text}`;

/** Choices with their options, the default first; empty if none is listed. */
export function choiceList(contract: Contract, isListed: (id: string) => boolean = () => true): string {
  const listed = [...choicesOf(contract)].filter(([id]) => isListed(id));
  const width = Math.max(...listed.map(([id]) => id.length));
  const part = (title: string, own: typeof listed): string[] =>
    own.length === 0
      ? []
      : [
          [title, ...own.map(([id, { options }]) => `  ${id.padEnd(width)}  ${options.join(' | ')}`)].join(
            '\n',
          ),
        ];
  return [
    ...part(
      'Choices that the specification leaves to the server, with their options; the first option is the default',
      listed.filter(([, { seen }]) => seen === undefined),
    ),
    ...part(
      'Choices that a check does not observe; the stub can take every option',
      listed.filter(([, { seen }]) => seen !== undefined),
    ),
  ].join('\n\n');
}

/** Everything about one choice, with or without `choice/` before its id; undefined if none has this id. */
export function choiceDetails(contract: Contract, name: string): string | undefined {
  const [id, choice] =
    [...choicesOf(contract)].find(([one]) => one === name || choiceRuleId(one) === name) ?? [];
  if (id === undefined || !choice) return undefined;
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
const choicesBeside = (
  contract: Contract,
  clause: string,
): readonly { readonly asks: string; readonly options: string }[] =>
  [...choicesOf(contract)]
    .filter(([, { clauses }]) => clauses.includes(clause))
    .map(([id, { asks, options }]) => ({ asks, options: `${id}: ${options.join(' | ')}` }));
