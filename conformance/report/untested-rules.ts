import { printNames } from '../../src/print.ts';
import { counted } from '../../src/words.ts';
import { stepOf } from '../core/topic.ts';
import type { Finding } from './report.ts';
import { standingOf } from './standing.ts';
import { causes } from './untested-causes.ts';

export const untestedTitle = 'untested';

/**
 * What is said beside a reason or a remedy: no server has to have a collection of that kind, and no target file has to list its
 * records. A broken rule may be the cause, or the server has no such data: which of them is not known.
 */
const hintOf = ({ cause, isOptional }: Lack, isBasisBroken: boolean): string => {
  if (cause === 'no suitable collection')
    return isBasisBroken ? ' (if the problems above are not the cause)' : ' (if there is one)';
  if (cause === 'nothing to check') return isBasisBroken ? '; perhaps because of the problems above' : '';
  return isOptional ? ' (optional)' : '';
};

/** Whether a response may lack what other rules check if this rule is broken: its body, or the place or kind of a field. */
const isBasis = (finding: Finding): boolean =>
  finding.isBasis === true || basis.includes(stepOf(finding.topic));

const basis: readonly ReturnType<typeof stepOf>[] = ['operations', 'status and body'];

type Lack = NonNullable<Finding['lack']>;

type Untested = Pick<Lack, 'cause' | 'words'> & {
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
  const reasons = open.map(({ lack, remedy, rule, operation }) => {
    const { cause } = lack;
    const words = lack.words + hintOf(lack, withBrokenBasis.has(operation));
    return { cause, words: cause === 'blocked' ? waiting : words, remedy, rule };
  });
  const groups = Map.groupBy(reasons, ({ cause, words }) => `${cause}\n${words}`);
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

/** Of the fields that responses lack, the one for which most rules were not tested is enough at first. */
export function inShort(all: readonly Untested[]): Untested[] {
  const lacking = all.filter(({ cause, remedy }) => cause === 'nothing to check' && remedy === undefined);
  const [first, ...rest] = lacking.toSorted((one, other) => other.rules.length - one.rules.length);
  if (!first || rest.length === 0) return [...all];
  const more = rest.flatMap(({ rules }) => rules);
  const words = `${first.words} (${counted(first.rules.length, 'rule')}); --verbose explains ${more.length} more`;
  return all.flatMap((one) =>
    one === lacking[0]
      ? [{ ...first, words, rules: [...first.rules, ...more] }]
      : lacking.includes(one)
        ? []
        : [one],
  );
}

/** How many of the broken rules are named that others wait for. */
const mostNamed = 3;

export const allTested = 'every rule that was selected was tested';
