import type { Clause } from '../../src/contract/contract.ts';

/** The sections of the document an address or several stand in, each once: `§2.1, §4.1`. */
export function sectionsOf({ at }: Pick<Clause, 'at'>): string {
  const sections = new Set(at.map((address) => address.split('/')[0] ?? ''));
  return [...sections].map((section) => (section === '0' ? 'preamble' : `§${section}`)).join(', ');
}
