import type { Answer, Page } from '../core/evidence.ts';
import type { Target } from '../core/target.ts';
import type { RecordedRecheck } from '../report/report.ts';
import type { ObservedEvidence } from '../runner/choices/observe.ts';
import { createEvidence } from '../runner/evidence.ts';
import type { Blamed } from '../runner/judge.ts';
import { judgeRelations } from '../runner/relations.ts';
import type { RelationsOf } from '../runner/suspicion.ts';
import { keepRechecks } from './recorded-rechecks.ts';

/** How long no listing may have been requested for pages to be compared with each other, in milliseconds. */
const longestPause = 5 * 60_000;
/** How many pages are compared with each other, how many bytes of them are kept to be shown, and how many products and components. */
const mostPages = 1500;
const mostBytes = 64 * 1024 * 1024;
const mostItems = 150_000;

/** A part of a recording in which listings are compared with each other: beyond it they may have changed. */
type ComparisonWindow = {
  /** Whether a response of that time still belongs to it. */
  readonly takesAt: (time: number) => boolean;
  /** Takes a response that was judged by itself; a check tells what it rechecked. */
  readonly take: (answer: Answer, time: number, recheck?: RecordedRecheck) => void;
  /** What observations read of it. */
  readonly evidence: () => Pick<ObservedEvidence, 'listings' | 'creations'>;
  readonly judge: (run: Omit<RelationsOf, 'rechecker'>) => Promise<void>;
};

/** Begins a comparison window. */
export function beginComparisonWindow(target: Target, blamed: Blamed): ComparisonWindow {
  const evidence = createEvidence(target);
  const rechecks = keepRechecks();
  /** Which rule blames a response that is kept. */
  const blamedHere = new Map<object, string>();
  let pages = 0;
  let bytes = 0;
  let items = 0;
  let last: number | undefined;
  return {
    takesAt: (time) =>
      pages < mostPages &&
      bytes < mostBytes &&
      items < mostItems &&
      (last === undefined || Math.abs(time - last) <= longestPause),
    take: (answer, time, recheck) => {
      if (!answer.page?.node && !answer.unserved) return evidence.take(answer);
      pages += 1;
      bytes += answer.reply.body.byteLength;
      items += answer.page ? itemsOf(answer.page) : 0;
      last = time;
      const kept = withoutReading(answer);
      const rule = blamed.get(answer.reply);
      if (rule !== undefined) blamedHere.set(kept.reply, rule);
      rechecks.take(kept, recheck);
      // A recheck is no evidence of its own.
      if (!recheck) evidence.take(kept);
    },
    evidence: () => ({ listings: evidence.listings(), creations: evidence.creations() }),
    judge: (run) =>
      pages === 0
        ? Promise.resolve()
        : judgeRelations({ ...run, rechecker: rechecks.rechecker() }, evidence.listings(), blamedHere),
  };
}

/** How many products and components a page holds. */
const itemsOf = ({ items, included = [] }: Page): number =>
  items.reduce((count, { components }) => count + 1 + components.length, included.length);

/** A response with what relations need of it. What was read of its body is remembered for as long as the body is there. */
function withoutReading({ call, reply: { body, ...told }, page, unserved, ...answer }: Answer): Answer {
  const reply = { ...told, body: Uint8Array.from(body) };
  const exchange = { call, reply };
  const { operation, accepted, request } = answer;
  return {
    ...exchange,
    operation,
    accepted,
    request,
    body: { unreadable: 'it was read before' },
    ...(page ? { page: { ...page, exchange } } : {}),
    ...(unserved ? { unserved: { ...unserved, exchange } } : {}),
  };
}
