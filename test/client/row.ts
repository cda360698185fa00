import type { ClientReport } from '../../conformance/client/client-report.ts';
import { nameOfSent } from '../../conformance/client/verdict.ts';

/** The row of a table in the docs: a client, and the variations under which it fails. */
export function rowOf(name: string, { variations, sent }: ClientReport): string {
  const failed = variations.flatMap(({ id, outcome }) => (outcome === 'pass' ? [] : [id]));
  const found = [...new Set([...failed, ...sent.map(nameOfSent)])];
  return `| ${name} | ${found.length === 0 ? 'nothing' : found.map((id) => `\`${id}\``).join(', ')} |`;
}

/** The row that a page has of a client. */
export const rowIn = (page: string, name: string): string | undefined =>
  page.split('\n').find((line) => line.startsWith(`| ${name} | `) && line.split(' | ').length === 2);
