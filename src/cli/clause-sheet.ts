import type { Catalogue } from '../../conformance/engine/catalogue.ts';
import { sectionsOf } from '../../conformance/report/sections.ts';
import type { Clause } from '../contract/contract.ts';
import { choicesOf } from './stub-choices.ts';

/** All clauses, under the section where each stands first. */
export function clauseList(clauses: readonly Clause[]): string {
  const sections = Map.groupBy(clauses, ({ at: [first = ''] }) => sectionsOf({ at: [first] }));
  const width = (key: 'id' | 'level'): number => Math.max(...clauses.map((clause) => clause[key].length));
  const line = ({ id, level, at, text }: Clause): string =>
    `  ${id.padEnd(width('id'))}  ${level.padEnd(width('level'))}  ${at.join(' ')}  ${text}`;
  return [...sections].map(([section, group]) => [section, ...group.map(line)].join('\n')).join('\n\n');
}

/** All there is to say about one clause. */
export function clauseSheet(clause: Clause, { rules, observations }: Catalogue): string {
  const holding = rules.filter((rule) => rule.clause === clause.id);
  const looking = observations.filter((observation) => observation.clause === clause.id);
  const lines = [
    clause.id,
    `  ${clause.text}`,
    '',
    row('level', clause.level),
    row('stands at', `${clause.at.join(' ')} (${sectionsOf(clause)})`),
    ...holding.flatMap(({ id, title, mutants }) => [
      row('held by', `${id}: ${title}`),
      ...mutants.map(({ name }) => row('  catches', name)),
    ]),
    ...looking.flatMap(({ id, asks }) => [row('looked at', `${id}: ${asks}`)]),
    ...choicesOf(clause.id).map((choice) => row('chosen by', choice)),
    ...(clause.unobservable === undefined ? [] : [row('not seen', clause.unobservable)]),
    ...(clause.silent === undefined ? [] : [row('not asked', clause.silent)]),
  ];
  return lines.join('\n');
}

const row = (label: string, text: string): string => `  ${label.padEnd(10)}  ${text}`;
