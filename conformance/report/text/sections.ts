import type { Clause } from '../../../src/contract/contract.ts';

/** The sections of the document an address or several stand in, each once: `§2.1, §4.1`. */
export function sectionsOf({ at }: Pick<Clause, 'at'>): string {
  const sections = new Set(at.map(sectionOf));
  return [...sections].map((section) => (section === '0' ? 'preamble' : `§${section}`)).join(', ');
}

/** The section an address stands in: `4.1` of `4.1/s3`. */
export const sectionOf = (address: string): string => address.split('/')[0] ?? '';

/** What each section of the document is about, in our words. */
const titles: Readonly<Record<string, string>> = {
  '0': 'Preamble',
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
  '7': 'Refusals',
  '8': 'Limits',
  '9': 'Versions',
};

/** A section, what it is about, and the clauses that stand first in it. */
export type Section = {
  readonly number: string;
  readonly title: string;
  readonly clauses: readonly Clause[];
};

/** All clauses under the section where each stands first, in the order of the document. */
export function bySection(clauses: readonly Clause[]): Section[] {
  const groups = Map.groupBy(clauses, ({ at: [first = ''] }) => sectionOf(first));
  return [...groups]
    .map(([number, group]) => ({ number, title: titles[number] ?? '', clauses: group }))
    .sort((one, other) => Number(one.number) - Number(other.number));
}
