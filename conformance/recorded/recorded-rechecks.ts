import type { Call } from '../../src/http/exchange.ts';
import type { Answer } from '../core/evidence.ts';
import type { RecordedRecheck } from '../report/report.ts';
import {printOf, type RecheckedPages, 
  type Rechecker, readRechecks, requestsPerPage, type Way,
} from '../runner/page-rechecks.ts'; // biome-ignore format: one glance
import { wantedBy } from '../transport/cache.ts';

/** The rechecks of some pages that a check took together, round by round, by the targets it read. */
type Session = Map<string, Pick<Answer, 'reply' | 'page' | 'unserved'>[]>;

/** What a recording saw of some pages. */
type RecordedRechecks = {
  /** Takes a response, and what it rechecks, where a check tells that. */
  readonly take: (answer: Answer, recheck?: RecordedRecheck) => void;
  /** Rechecks what was suspected, as far as the recording holds such rechecks. */
  readonly rechecker: () => Rechecker;
};

/** Keeps the rechecks of a comparison window of a recording. */
export function keepRechecks(): RecordedRechecks {
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

/** What is not whole says nothing: looks went lost. */
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
  const lookIn = (calls: readonly Call[], some = sessions): RecheckedPages | undefined => {
    const session = sessionWith(calls, some);
    if (session) taken.add(session);
    return session && readRechecks(session);
  };
  return {
    canRecheck: (calls) => sessionWith(calls) !== undefined,
    recheck: async (calls) => lookIn(calls) ?? readRechecks(new Map()),
    repeat: async (calls) => lookIn(calls, sessionsOf('as sent', 2)),
    contrast: async (calls) => {
      const [uncached, plain] = (['uncached', 'plain'] as const).map((way) => lookIn(calls, sessionsOf(way)));
      return uncached && plain ? { uncached, plain } : undefined;
    },
    whyNot: (pages) =>
      pages.some(({ exchange }) => moving.has(pathIn(exchange.call.target)))
        ? { why: 'the listing changed while it was recorded', isMoving: true }
        : { why: 'a recording cannot be rechecked' },
  };
}

const pathIn = (target: string): string => target.split('?', 1)[0] ?? '';
