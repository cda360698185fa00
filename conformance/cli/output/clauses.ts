import type { Clause } from '../../../src/contract/contract.ts';
import { houseTitle } from '../../report/standing.ts';
import { sectionsOf } from '../../report/text/sections.ts';
import type { Catalogue } from '../../runner/catalogue.ts';
import { choicesOf } from './choices.ts';

/** All clauses, grouped by the section of their first address. */
export function clauseList(clauses: readonly Clause[]): string {
  const sections = Map.groupBy(clauses, ({ at: [first = ''], house }) =>
    house ? houseTitle : sectionsOf({ at: [first] }),
  );
  const width = (key: 'id' | 'level'): number => Math.max(...clauses.map((clause) => clause[key].length));
  const line = ({ id, level, at, text }: Clause): string =>
    `  ${id.padEnd(width('id'))}  ${level.padEnd(width('level'))}  ${at.join(' ')}  ${text}`;
  return [...sections].map(([section, group]) => [section, ...group.map(line)].join('\n')).join('\n\n');
}

/** Everything about one clause: its rules and its choices. */
export function clauseDetails(clause: Clause, { rules }: Catalogue): string {
  const ownRules = rules.filter((rule) => rule.id === clause.id);
  const lines = [
    clause.id,
    `  ${clause.text}`,
    '',
    row('level', clause.level),
    row('address', clause.house ? sectionsOf(clause) : `${clause.at.join(' ')} (${sectionsOf(clause)})`),
    ...ownRules.flatMap(({ title, mutants }) => [
      row('rule', title),
      ...mutants.map(({ name }) => row('  catches', name)),
    ]),
    ...choicesOf(clause.id).flatMap(({ asks, alternatives }) => [
      row('question', asks),
      row('choice', alternatives),
    ]),
    ...(clause.unobservable === undefined ? [] : [row('unobservable', clause.unobservable)]),
    ...(clause.silent === undefined ? [] : [row('not observed', clause.silent)]),
  ];
  return lines.join('\n');
}

const row = (label: string, text: string): string => `  ${label.padEnd(12)}  ${text}`;
