import type { Clause } from '../../src/contract/contract.ts';
import type { Finding } from './report.ts';
import { titlesOfOthers } from './standing.ts';

/** Where a clause is: the sections of the specification, each once (`§2.1, §4.1`), or what a house clause says. */
export function sectionsOf({ at, house }: Pick<Clause, 'at' | 'house'>): string {
  if (house) return at.join(', ');
  const sections = new Set(
    at.map((address) => (fileOf(address) === undefined ? sectionOf(address) : address)),
  );
  const names: Readonly<Record<string, string>> = { '0': 'introduction', '': 'amended contract' };
  return [...sections]
    .map((section) => names[section] ?? (/^[\d.]+$/.test(section) ? `§${section}` : section))
    .join(', ');
}

/** The file of an address that is a line of it, such as `openapi.yaml:12`. */
export const fileOf = (address: string): string | undefined => /^(.+):\d+$/.exec(address)?.[1];

/** The section an address is in: `4.1` of `4.1/s3`, a file, or what a team calls it; empty for a place in an amended contract. */
const sectionOf = (address: string): string =>
  fileOf(address) ?? /^[\d.]+(?=\/)/.exec(address)?.[0] ?? (/^(?:[#/]|x-\w+#)/.test(address) ? '' : address);

/** Where a finding is: how binding it is, and the sections of its clause. */
export function clausePlace({ source, level }: Pick<Finding, 'source' | 'level'>, clause?: Clause): string {
  const binding = { contract: level, pin: 'pinned', house: `house rule · ${level}` }[source];
  return clause ? `${binding} · ${sectionsOf(clause)}` : binding;
}

type Section = {
  readonly number?: string;
  readonly title: string;
  readonly clauses: readonly Clause[];
};

/**
 * All clauses under the section where each is first, in the order of the specification; those whose place is a line of a
 * file under their operation; house clauses last. `titles` are those of the sections.
 */
export function bySection(
  clauses: readonly Clause[],
  titles: Readonly<Record<string, string>> = {},
): Section[] {
  const house = clauses.filter((clause) => clause.house);
  const groups = Map.groupBy(
    clauses.filter((clause) => !clause.house),
    ({ id, at: [first = ''] }) => (fileOf(first) ? id.slice(0, id.indexOf('/')) : sectionOf(first)),
  );
  const sections = [...groups]
    .map(([number, group]) => ({
      number,
      title: titles[number] ?? (number === '' ? 'Amended contract' : number),
      clauses: group,
    }))
    .sort((one, other) => (Number(one.number) || 0) - (Number(other.number) || 0));
  return house.length === 0 ? sections : [...sections, { title: titlesOfOthers.house, clauses: house }];
}
