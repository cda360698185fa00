import { type Step, stepOf } from '../../core/ladder.ts';
import { printNames } from '../../core/print.ts';
import { causes, type Lack } from '../lack.ts';
import type { Finding } from '../report.ts';
import { standingOf } from '../standing.ts';

/** The title of what could not be tested. */
export const untestedTitle = 'untested';

/**
 * What is said beside a reason or a remedy: no server has to have a node of that kind, and no target file has to list its
 * products. A broken rule may be the cause, or the server has no such data: which of them is not known.
 */
const asideOf = ({ cause, isOptional }: Lack, isBasisBroken: boolean): string => {
  if (cause === 'no suitable node')
    return isBasisBroken ? ' (if the problems above are not the cause)' : ' (if there is one)';
  if (cause === 'nothing to check') return isBasisBroken ? '; perhaps because of the problems above' : '';
  return isOptional ? ' (optional)' : '';
};

/** Whether a response may lack what other rules check if this rule is broken: its body, or the place or kind of a field. */
const isBasis = (finding: Finding): boolean =>
  finding.isBasis === true || basis.includes(stepOf(finding.topic));
const basis: readonly Step[] = ['operations', 'status and body'];

/** Rules that were not tested for the same reason. */
export type Untested = Pick<Lack, 'cause' | 'words'> & {
  readonly remedy?: string;
  readonly rules: readonly string[];
};

/** Rules that were not tested, by cause, each remedy once; those that a broken rule blocks come last. */
export function untestedBy(findings: readonly Finding[]): Untested[] {
  const withBrokenBasis = new Set(
    findings
      .filter((finding) => standingOf(finding) === 'fail' && isBasis(finding))
      .map(({ operation }) => operation),
  );
  const open = findings.flatMap((finding) => {
    const { lack, verdict, remedy } = finding;
    return lack && (verdict === 'untested' || remedy !== undefined) ? [{ ...finding, lack }] : [];
  });
  const waiting = `waits until this is fixed: ${printNames([...new Set(open.flatMap(({ because }) => because ?? []))], mostNamed)}`;
  const told = open.map(({ lack, remedy, rule, operation }) => {
    const { cause } = lack;
    const words = lack.words + asideOf(lack, withBrokenBasis.has(operation));
    return { cause, words: cause === 'blocked' ? waiting : words, remedy, rule };
  });
  const groups = Map.groupBy(told, ({ cause, words }) => `${cause}\n${words}`);
  return [...groups.values()]
    .flatMap((group): Untested[] => {
      const [first] = group;
      if (!first) return [];
      const { cause, words, remedy } = first;
      return [
        { cause, words, ...(remedy === undefined ? {} : { remedy }), rules: group.map(({ rule }) => rule) },
      ];
    })
    .toSorted((one, other) => causes.indexOf(one.cause) - causes.indexOf(other.cause));
}

/** How many of the broken rules are named that others wait for. */
const mostNamed = 3;

/** What a report says where every rule was tested. */
export const allTested = 'every rule that was selected was tested';
