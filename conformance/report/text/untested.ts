import { printNames } from '../../core/print.ts';
import { isDeclaration } from '../../core/remedies.ts';
import { answerIn } from '../../core/server-message.ts';
import type { Finding, Report } from '../report.ts';
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

/**
 * What is said beside a reason or a remedy: no server has to have a node of that kind, and no target file has to list its
 * products. A broken rule may be the cause, or the server has no such data: which of them is not known.
 */
const asideOf = (cause: Cause, remedy: string | undefined, isBasisBroken: boolean): string => {
  if (cause === 'no suitable node')
    return isBasisBroken ? ' (if the problems above are not the cause)' : ' (if there is one)';
  if (cause === 'nothing to check') return isBasisBroken ? '; perhaps because of the problems above' : '';
  return remedy !== undefined && isDeclaration(remedy) ? ' (optional)' : '';
};

/** Whether a response may lack what other rules check if this rule is broken: its body, or the place or kind of a field. */
const isBasis = (finding: Finding): boolean =>
  basis.includes(stepOf(finding)) || /\/(fields-in-place|product-types-agree)$/.test(finding.rule);
const basis: readonly Step[] = ['operations', 'status and body'];

/** Rules that were not tested for the same reason. */
export type Untested = {
  readonly cause: Cause;
  /** The reason; where something could be added, what. */
  readonly words: string;
  readonly remedy?: string;
  readonly rules: readonly string[];
};

/** Rules that were not tested, by cause, each remedy once; those that a broken rule blocks come last. */
export function untestedBy(
  findings: readonly Finding[],
  unavailable: Report['unavailable'] = [],
): Untested[] {
  const withBrokenBasis = new Set(
    findings
      .filter((finding) => standingOf(finding) === 'fail' && isBasis(finding))
      .map(({ operation }) => operation),
  );
  const causeOf = (finding: Finding): Cause => {
    const state = unavailable.find(({ saw }) => saw === finding.why)?.state;
    if (state === undefined) return ownCauseOf(finding);
    if (state === 'no node') return 'no node';
    return state === 'not implemented' ? 'not served' : 'not authorized';
  };
  const open = findings.filter(
    ({ verdict, remedy }) =>
      verdict === 'untested' || (remedy !== undefined && verdict !== 'pass' && verdict !== 'fail'),
  );
  const waiting = `waits until this is fixed: ${printNames([...new Set(open.flatMap(({ because }) => because ?? []))], mostNamed)}`;
  const told = open.map((finding) => {
    const { remedy, why = '', rule, operation } = finding;
    const cause = causeOf(finding);
    const spent = cause === 'budget spent' && why !== '' ? `${why}; ` : '';
    const answer = answerIn(why);
    const own = remedy === undefined ? why : `${answer === undefined ? spent : `${answer}; `}add  ${remedy}`;
    return {
      cause,
      words:
        cause === 'blocked'
          ? waiting
          : inShort(own + asideOf(cause, remedy, withBrokenBasis.has(operation)), cause),
      remedy,
      rule,
    };
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

/** What was not served, without the ids of its path and what came: that is said above. */
const inShort = (words: string, cause: Cause): string =>
  cause === 'not served'
    ? words.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '…').replace(/ ".*$/, '')
    : words;

function ownCauseOf({ because, remedy, stoppedAt, verdict }: Finding): Cause {
  if (because !== undefined) return 'blocked';
  if (remedy === undefined) return stoppedAt === undefined ? 'nothing to check' : 'limited';
  if (remedy.startsWith('--budget')) return 'budget spent';
  if (remedy.startsWith('--max-writes')) return 'writes spent';
  if (remedy.startsWith('--rate')) return 'rate limited';
  if (remedy.startsWith('--concurrency')) return 'open files';
  if (/^(writes|--)/.test(remedy) || verdict === 'skipped') return 'not allowed';
  if (remedy.startsWith('token:')) return 'no token';
  if (/node: …/.test(remedy)) return 'no node';
  return /node: id of/.test(remedy) ? 'no suitable node' : 'not in target file';
}

/** What a report says where every rule was tested. */
export const allTested = 'every rule that was selected was tested';
