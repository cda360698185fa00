import { type Choice, choices } from '../../../src/contract/choices.ts';
import type { Clause } from '../../../src/contract/contract.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { sectionsOf } from '../../report/findings.ts';
import { titlesOfOthers } from '../../report/standing.ts';

/** All clauses, grouped by the section of their first place, below what the columns contain. */
export function clauseList(clauses: readonly Clause[]): string {
  const sections = Map.groupBy(clauses, ({ at: [first = ''], house }) =>
    house ? titlesOfOthers.house : sectionsOf({ at: [first] }),
  );
  const width = (key: 'id' | 'level'): number => Math.max(...clauses.map((clause) => clause[key].length));
  const line = ({ id, level, at, text }: Clause): string =>
    `  ${id.padEnd(width('id'))}  ${level.padEnd(width('level'))}  ${at.join(' ')}  ${text}`;
  const groups = [...sections].map(([section, group]) => [section, ...group.map(line)].join('\n'));
  return [columns, ...groups].join('\n\n');
}

/** What the columns of the list contain. */
const columns = [
  'Each line is a rule or a choice: its id, its level, its places in the specification, and its text.',
  'level   must: the specification states it; should: our interpretation; unspecified: the specification does not say (a choice);',
  '        general/*: only an explanation, which assay does not check',
  'places  0 is the introduction; 4.3/s4: section 4.3, sentence 4; 2.6/id#notes: section 2.6, row (field) and column of its table',
  'plain   a value in a filter is plain if it contains only letters, digits, ".", "_", "-" and single spaces,',
  '        and does not begin or end with a space',
  'fields  `data.name` of a key: a path in the response body; `[]`: each entry of a list; `*`: each field of an object',
  'words   live: published, so it must be listed; curated: in the list `curated_products` of the node, and listed in the order of that list;',
  '        bundle: a product that consists of others, its components; offering: what a customer subscribes to;',
  '        child product: made from the variations of another product, its parent;',
  '        accepted: the response has a 2xx status; rejected: it has a 4xx status; complete listing: all pages without a filter',
].join('\n');

/** Everything about one clause: its rules and its choices. */
export function clauseDetails(clause: Clause, { rules }: RuleSet): string {
  const ownRules = rules.filter((rule) => rule.id === clause.id);
  const lines = [
    clause.id,
    `  ${clause.text}`,
    '',
    row('level', clause.level),
    row('places', clause.house ? sectionsOf(clause) : `${clause.at.join(' ')} (${sectionsOf(clause)})`),
    ...ownRules.flatMap(({ title, mutants }) => [
      row('rule', title),
      ...mutants.map(({ name }) => row('  catches', name)),
    ]),
    ...choicesOf(clause.id).flatMap(({ asks, options }) => [row('question', asks), row('choice', options)]),
    ...(clause.unobservable === undefined ? [] : [row('unobservable', clause.unobservable)]),
    ...(clause.silent === undefined ? [] : [row('not observed', clause.silent)]),
  ];
  return lines.join('\n');
}

const row = (label: string, text: string): string => `  ${label.padEnd(12)}  ${text}`;

const allChoices = [...choices];

/** All choices with their options, the default first. */
export function choiceList(): string {
  const width = Math.max(...allChoices.map(([id]) => id.length));
  const linesOf = (isWanted: (choice: Choice) => boolean): string[] =>
    allChoices
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
  const [, choice] = allChoices.find(([one]) => one === id) ?? [];
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
const choicesOf = (clause: string): readonly { readonly asks: string; readonly options: string }[] =>
  allChoices
    .filter(([, { clauses }]) => clauses.includes(clause))
    .map(([id, { asks, options }]) => ({ asks, options: `${id}: ${options.join(' | ')}` }));
