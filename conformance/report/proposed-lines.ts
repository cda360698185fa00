import type { Contract } from '../../src/contract/contract.ts';
import { listsProposed, proposalsIn, rulesGained } from '../../src/contract/proposals.ts';
import type { Path } from '../../src/json/json.ts';

export type ProposedLines = {
  /** How many rules there would be more, or as a `must`. */
  readonly rules: number;
  readonly lines: readonly string[];
  readonly left: number;
};

const mostListings = 5;

/** What a contract of one's own could state of its listings; undefined if it states it, or nothing is likely. */
export function proposedLines(contract: Contract): ProposedLines | undefined {
  const lists = contract.hasDerivedClauses ? listsProposed(proposalsIn(contract.document)) : [];
  const rules = lists.length === 0 ? 0 : rulesGained(contract, lists);
  if (rules === 0) return undefined;
  const lines = lists
    .slice(0, mostListings)
    .flatMap(({ path, list }) => [
      `  - target: ${JSON.stringify(jsonPathOf(path))}`,
      `    update: ${JSON.stringify({ 'x-list': list })}`,
    ]);
  return {
    rules,
    lines: ['overlay: 1.0.0', "info: { title: Listings, version: '1' }", 'actions:', ...lines],
    left: Math.max(0, lists.length - mostListings),
  };
}

export const jsonPathOf = (path: Path): string => `$${path.map(queryStep).join('')}`;

function queryStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return /^[a-z]\w*$/i.test(step) ? `.${step}` : `['${step.replaceAll(/['\\]/g, '\\$&')}']`;
}
