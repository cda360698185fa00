import type { Clause } from '../../../src/contract/contract.ts';
import type { Finding } from '../report.ts';
import { titlesOfOthers } from '../standing.ts';

/** Where a clause is: the sections of the specification, each once (`§2.1, §4.1`), or what a house clause says. */
export function sectionsOf({ at, house }: Pick<Clause, 'at' | 'house'>): string {
  if (house) return at.join(', ');
  const sections = new Set(at.map(sectionOf));
  return [...sections].map((section) => (section === '0' ? 'introduction' : `§${section}`)).join(', ');
}

/** The section an address is in: `4.1` of `4.1/s3`. */
const sectionOf = (address: string): string => address.split('/')[0] ?? '';

/** Where a finding is: how binding it is, and the sections of its clause. */
export function clausePlace({ source, level }: Pick<Finding, 'source' | 'level'>, clause?: Clause): string {
  const binding = { contract: level, pin: 'pinned', house: `house rule · ${level}` }[source];
  return clause ? `${binding} · ${sectionsOf(clause)}` : binding;
}

/** What each section of the specification is about, in our words. */
const titles: Readonly<Record<string, string>> = {
  '0': 'Introduction',
  '1': 'What the service is for',
  '2.1': 'Application key',
  '2.2': 'Subscription',
  '2.3': 'Offering of a subscription',
  '2.4': 'Meta of a subscription',
  '2.5': 'State of a subscription',
  '2.6': 'Product of a node',
  '3': 'States',
  '4.1': 'Creating an application key',
  '4.2': 'Creating a subscription',
  '4.3': 'Listing the products of a node',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Rejections',
  '8': 'Limits',
  '9': 'Versions',
};

/** A section, what it is about, and the clauses that are first in it. */
export type Section = {
  /** Undefined of house clauses. */
  readonly number?: string;
  readonly title: string;
  readonly clauses: readonly Clause[];
};

/** All clauses under the section where each is first, in the order of the specification; house clauses last. */
export function bySection(clauses: readonly Clause[]): Section[] {
  const house = clauses.filter((clause) => clause.house);
  const groups = Map.groupBy(
    clauses.filter((clause) => !clause.house),
    ({ at: [first = ''] }) => sectionOf(first),
  );
  const sections = [...groups]
    .map(([number, group]) => ({ number, title: titles[number] ?? '', clauses: group }))
    .sort((one, other) => Number(one.number) - Number(other.number));
  return house.length === 0 ? sections : [...sections, { title: titlesOfOthers.house, clauses: house }];
}
