import { isDeclaration, placeOfRemedy, remedyWords } from '../core/remedies.ts';
import type { Result } from '../core/verdict.ts';
import { shortSawWords } from './not-judged.ts';
import { reasonData, wordsOfResult } from './reasons.ts';

/** Why rules were not tested, in a few words, first the one that a line of the target file can change. */
export const causes = [
  'not served',
  'not authorized',
  'no collection',
  'no token',
  'not in target file',
  'no example',
  'not allowed',
  'budget spent',
  'writes spent',
  'rate limited',
  'open files',
  'limited',
  'no suitable collection',
  'nothing to check',
  'blocked',
] as const;
type Cause = (typeof causes)[number];

type FoundLack = {
  readonly cause: Cause;
  readonly words: string;
  readonly addTo?: ReturnType<typeof placeOfRemedy>;
  readonly isOptional?: true;
  /** The status of the crash that kept it from being judged. */
  readonly crashedWith?: number;
};

/** What the rule of a result lacks; undefined if it was judged, or only rechecked in vain. */
export function lackOf(
  result: Pick<Result, 'verdict' | 'source' | 'why' | 'foreign' | 'remedy' | 'stoppedAt'>,
): FoundLack | undefined {
  const { verdict, remedy } = result;
  const { why = '' } = wordsOfResult(result);
  const reason = reasonData(result.why);
  if (verdict === 'pass' || verdict === 'fail') return undefined;
  const name = causeOf(result);
  const spent = name === 'budget spent' && why !== '' ? `${why}; ` : '';
  const returned = reason?.kind === 'not accepted' ? `${reason.returned}; ` : undefined;
  const own = name === 'not served' && reason?.kind === 'unavailable' ? shortSawWords(reason) : why;
  return {
    cause: name,
    words: remedy === undefined ? own : `${returned ?? spent}add  ${remedyWords(remedy)}`,
    ...(remedy === undefined ? {} : { addTo: placeOfRemedy(remedy) }),
    ...(isDeclaration(remedy) ? { isOptional: true } : {}),
    ...(reason?.kind === 'crash' && reason.status !== undefined ? { crashedWith: reason.status } : {}),
  };
}

function causeOf({ verdict, why, remedy, stoppedAt }: Parameters<typeof lackOf>[0]): Cause {
  const reason = reasonData(why);
  if (reason?.kind === 'unavailable') {
    if (reason.state === 'no collection' || reason.state === 'no example') return reason.state;
    return reason.state === 'not implemented' ? 'not served' : 'not authorized';
  }
  if (reason?.kind === 'blocked') return 'blocked';
  if (remedy === undefined) return stoppedAt === undefined ? 'nothing to check' : 'limited';
  if (typeof remedy === 'string') return verdict === 'skipped' ? 'not allowed' : 'not in target file';
  return remedy.kind === 'option' ? (spentBy[remedy.option] ?? 'not allowed') : causeBy[remedy.kind];
}

const causeBy = {
  writes: 'not allowed',
  token: 'no token',
  collections: 'no collection',
  collection: 'no suitable collection',
  declaration: 'not in target file',
  example: 'no example',
  unreached: 'nothing to check',
} as const;

const spentBy: Readonly<Record<string, Cause>> = {
  '--budget': 'budget spent',
  '--max-writes': 'writes spent',
  '--rate': 'rate limited',
  '--concurrency': 'open files',
};
