import { printNames } from '../../core/print.ts';
import { isDeclaration, placeOf, remedyWords } from '../../core/remedies.ts';
import type { Result } from '../../core/verdict.ts';
import type { Finding } from '../report.ts';
import { standingOf } from '../standing.ts';
import { type Step, stepOf } from './ladder.ts';

/** The title of what could not be tested. */
export const untestedTitle = 'untested';

/** Why rules were not tested, in a few words, the one that a line of the target file mends first. */
const causes = [
  'not served',
  'not authorized',
  'no node',
  'no token',
  'not in target file',
  'not allowed',
  'budget spent',
  'writes spent',
  'rate limited',
  'open files',
  'limited',
  'no suitable node',
  'nothing to check',
  'blocked',
] as const;
/** One of them. */
type Cause = (typeof causes)[number];

/** What a rule lacks that was not judged. */
export type Lack = {
  readonly cause: Cause;
  /** The reason; where something could be added, what. */
  readonly words: string;
  /** Where it is to be added, if anything is. */
  readonly addTo?: ReturnType<typeof placeOf>;
  /** Whether no target file has to have it. */
  readonly isOptional?: true;
  /** The status of the crash that kept it from being judged. */
  readonly crashedWith?: number;
};

/** What the rule of a result lacks; undefined if it was judged, or only rechecked in vain. */
export function lackOf(
  result: Pick<Result, 'verdict' | 'why' | 'cause' | 'remedy' | 'because' | 'stoppedAt'>,
): Lack | undefined {
  const { verdict, why = '', cause, remedy } = result;
  if (verdict === 'pass' || verdict === 'fail') return undefined;
  const name = causeOf(result);
  const spent = name === 'budget spent' && why !== '' ? `${why}; ` : '';
  const returned = cause?.kind === 'not accepted' ? `${cause.returned}; ` : undefined;
  const own = name === 'not served' && cause?.kind === 'unavailable' ? cause.returned : why;
  return {
    cause: name,
    words: remedy === undefined ? own : `${returned ?? spent}add  ${remedyWords(remedy)}`,
    ...(remedy === undefined ? {} : { addTo: placeOf(remedy) }),
    ...(isDeclaration(remedy) ? { isOptional: true } : {}),
    ...(cause?.kind === 'crash' ? { crashedWith: cause.status } : {}),
  };
}

function causeOf({ verdict, cause, remedy, because, stoppedAt }: Parameters<typeof lackOf>[0]): Cause {
  if (cause?.kind === 'unavailable') {
    if (cause.state === 'no node') return 'no node';
    return cause.state === 'not implemented' ? 'not served' : 'not authorized';
  }
  if (because !== undefined) return 'blocked';
  if (remedy === undefined) return stoppedAt === undefined ? 'nothing to check' : 'limited';
  if (typeof remedy === 'string') return verdict === 'skipped' ? 'not allowed' : 'not in target file';
  switch (remedy.kind) {
    case 'option':
      return spentBy[remedy.option] ?? 'not allowed';
    case 'writes':
      return 'not allowed';
    case 'token':
      return 'no token';
    case 'nodes':
      return 'no node';
    case 'node':
      return 'no suitable node';
    case 'declaration':
      return 'not in target file';
  }
}

const spentBy: Readonly<Record<string, Cause>> = {
  '--budget': 'budget spent',
  '--max-writes': 'writes spent',
  '--rate': 'rate limited',
  '--concurrency': 'open files',
};

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
  basis.includes(stepOf(finding)) || /\/(fields-in-place|product-types-agree)$/.test(finding.rule);
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
