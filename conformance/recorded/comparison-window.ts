import type { Call } from '../../src/http/exchange.ts';
import { wantedBy } from '../core/calls.ts';
import type { Answer, Page } from '../core/evidence.ts';
import type { Target } from '../core/target.ts';
import type { ObservedEvidence } from '../engine/choices.ts';
import { createEvidence } from '../engine/evidence.ts';
import type { Blamed } from '../engine/judge.ts';
import {
  printOf,
  type RecheckedPages,
  type Rechecker,
  readRechecks,
  requestsPerPage,
  type Way,
} from '../engine/rechecks.ts';
import { judgeRelations, type RelationsOf } from '../engine/relations.ts';
import type { RecordedRecheck } from '../report/report.ts';

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
  readonly evidence: () => Pick<ObservedEvidence, 'listings' | 'creations'>;
  readonly judge: (run: Omit<RelationsOf, 'rechecker'>) => Promise<void>;
};

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

const itemsOf = ({ items, included = [] }: Page): number =>
  items.reduce((count, { components }) => count + 1 + components.length, included.length);

/** A response with what relations need of it. What was read of its body is remembered for as long as the body is there. */
function withoutReading({ call, reply: { body, ...head }, page, unserved, ...answer }: Answer): Answer {
  const reply = { ...head, body: Uint8Array.from(body) };
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

/** The rechecks of some pages that a check took together, round by round, by the targets it read. */
type Session = Map<string, Pick<Answer, 'reply' | 'page' | 'unserved'>[]>;

type RecordedRechecks = {
  /** Takes a response, and what it rechecks, where a check tells that. */
  readonly take: (answer: Answer, recheck?: RecordedRecheck) => void;
  /** Rechecks what was suspected, as far as the recording holds such rechecks. */
  readonly rechecker: () => Rechecker;
};

function keepRechecks(): RecordedRechecks {
  const sessions = new Map<string, Session>();
  /** How each page was seen first, and the paths at which one was seen otherwise later. */
  const prints = new Map<string, string>();
  const moving = new Set<string>();
  return {
    take: ({ call, reply, page, unserved }, recheck) => {
      const seen = page ?? unserved;
      if (!seen) return;
      const key = wantedBy(call.target);
      const print = printOf(seen, 'members');
      const known = prints.get(key);
      if (known === undefined) prints.set(key, print);
      else if (known !== print) moving.add(pathIn(key));
      if (!recheck) return;
      const name = `${recheck.session} ${recheck.way ?? ''}`;
      const session: Session = sessions.get(name) ?? new Map();
      sessions.set(name, session);
      const others = session.get(recheck.at) ?? [];
      session.set(recheck.at, [
        ...others,
        { reply, ...(page ? { page } : {}), ...(unserved ? { unserved } : {}) },
      ]);
    },
    rechecker: () => recheckerIn(sessions, moving),
  };
}

/** A session with fewer responses than requests proves nothing: some were lost. */
const isWhole = (session: Session, count: number): boolean =>
  [...session.values()].every(({ length }) => length === count);

function recheckerIn(all: ReadonlyMap<string, Session>, moving: ReadonlySet<string>): Rechecker {
  const sessionsOf = (way: Way | '', count = requestsPerPage): Session[] =>
    [...all].flatMap(([name, session]) =>
      name.replace(/^\d+ /, '') === way && isWhole(session, count) ? [session] : [],
    );
  const sessions = sessionsOf('');
  /** A check reads the same pages in several sessions: the first that is left is the one it looked in then. */
  const taken = new Set<Session>();
  const sessionWith = (calls: readonly Call[], some = sessions): Session | undefined => {
    const able = some.filter((session) => calls.every(({ target }) => session.has(target)));
    return able.find((session) => !taken.has(session)) ?? able.at(-1);
  };
  const nextSessionWith = (calls: readonly Call[], some = sessions): RecheckedPages | undefined => {
    const session = sessionWith(calls, some);
    if (session) taken.add(session);
    return session && readRechecks(session);
  };
  return {
    canRecheck: (calls) => sessionWith(calls) !== undefined,
    recheck: async (calls) => nextSessionWith(calls) ?? readRechecks(new Map()),
    repeat: async (calls) => nextSessionWith(calls, sessionsOf('as sent', 2)),
    contrast: async (calls) => {
      const [uncached, plain] = (['uncached', 'plain'] as const).map((way) =>
        nextSessionWith(calls, sessionsOf(way)),
      );
      return uncached && plain ? { uncached, plain } : undefined;
    },
    whyNot: (pages) =>
      pages.some(({ exchange }) => moving.has(pathIn(exchange.call.target)))
        ? { reason: { why: 'the listing changed while it was recorded' }, isMoving: true }
        : { reason: { why: 'a recording cannot be rechecked' } },
  };
}

const pathIn = (target: string): string => target.split('?', 1)[0] ?? '';
