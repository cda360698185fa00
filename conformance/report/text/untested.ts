import type { Finding, Report } from '../report.ts';
import { standingOf } from '../standing.ts';
import { type Step, stepOf } from './ladder.ts';

/** The title of what could not be tested. */
export const untestedTitle = 'untested';

/** Why rules were not tested, in a few words, the one that a line of the target file mends first. */
const causes = [
  'not served',
  'not let in',
  'no node',
  'no token',
  'no declared values',
  'no declared products',
  'not allowed',
  'no such data',
  'broken rules',
] as const;
/** One of them. */
export type Cause = (typeof causes)[number];

/** If a rule on one of these steps is broken, what a response contains cannot be tested. */
const basis: readonly Step[] = ['operations', 'status and body'];

/** Rules that were not tested for the same reason. */
export type Untested = {
  readonly cause: Cause;
  /** The reason; where something could be added, what. */
  readonly words: string;
  readonly remedy?: string;
  readonly rules: readonly string[];
};

/** Rules that were not tested, by cause, each remedy once; those that wait for a broken rule come last. */
export function untestedBy(
  findings: readonly Finding[],
  unavailable: Report['unavailable'] = [],
): Untested[] {
  const withoutBody = new Set(
    findings
      .filter((finding) => standingOf(finding) === 'fail' && basis.includes(stepOf(finding)))
      .map(({ operation }) => operation),
  );
  const causeOf = (finding: Finding): Cause => {
    const { remedy, operation } = finding;
    if (remedy === undefined && withoutBody.has(operation)) return 'broken rules';
    const state = unavailable.find(({ saw }) => saw === finding.why)?.state;
    if (state === undefined) return ownCauseOf(finding);
    if (state === 'no node') return 'no node';
    return state === 'not implemented' ? 'not served' : 'not let in';
  };
  const open = findings.filter(
    ({ verdict, remedy }) =>
      verdict === 'unexercised' || (remedy !== undefined && verdict !== 'pass' && verdict !== 'fail'),
  );
  const wordsOf = (finding: Finding): string => {
    const { remedy, why = '' } = finding;
    if (causeOf(finding) === 'broken rules') return 'these wait for the findings above';
    return remedy === undefined ? why : `add  ${remedy}`;
  };
  const groups = Map.groupBy(open, (finding) => `${causeOf(finding)}\n${wordsOf(finding)}`);
  return [...groups.values()]
    .flatMap((group): Untested[] => {
      const [first] = group;
      if (!first) return [];
      const { remedy } = first;
      return [
        {
          cause: causeOf(first),
          words: wordsOf(first),
          ...(remedy === undefined ? {} : { remedy }),
          rules: group.map(({ rule }) => rule),
        },
      ];
    })
    .toSorted((one, other) => causes.indexOf(one.cause) - causes.indexOf(other.cause));
}

function ownCauseOf({ because, remedy, verdict }: Finding): Cause {
  if (because !== undefined) return 'broken rules';
  if (remedy === undefined) return 'no such data';
  if (/^(writes|--)/.test(remedy) || verdict === 'skipped') return 'not allowed';
  if (remedy.startsWith('token:')) return 'no token';
  if (!remedy.startsWith('nodes:')) return 'no declared values';
  if (/node: …/.test(remedy)) return 'no node';
  return /node: one/.test(remedy) ? 'no such data' : 'no declared products';
}

/** What a report says where every rule was tested. */
export const allTested = 'every rule that was selected was tested';
