import { type Call, header } from '../../src/http/exchange.ts';
import type { Answer } from '../core/evidence.ts';
import { type Looker, looksAtEach, printOf, readLooks } from '../runner/looks.ts';
import { nameDecoded } from '../transport/cache.ts';

/** One look at a page that a recording holds. */
type RecordedLook = Pick<Answer, 'reply' | 'page' | 'unserved'>;

/** Looks at some pages, round by round, as a check takes them: by what was asked for. */
type Session = ReadonlyMap<string, readonly RecordedLook[]>;

/**
 * What a recording saw of some pages. A check that asks for a page again, and will have no cached answer, looks at it
 * again; everything else is seen for the first time.
 */
export type RecordedLooks = {
  /** Takes an answer; tells whether it is a second look, and no evidence of its own. */
  readonly take: (answer: Answer, isOfCheck: boolean) => boolean;
  /** Looks again at what was suspected, as far as the recording holds such looks. */
  readonly looker: () => Looker;
};

/** Keeps the looks of a stretch of a recording. */
export function keepLooks(): RecordedLooks {
  const looks: [key: string, look: RecordedLook][] = [];
  /** How each page was seen first, and the paths at which one was seen otherwise later. */
  const prints = new Map<string, string>();
  const moving = new Set<string>();
  return {
    take: ({ call, reply, page, unserved }, isOfCheck) => {
      const seen = page ?? unserved;
      if (!seen) return false;
      const key = askedFor(call);
      const print = printOf(seen, 'members');
      const known = prints.get(key);
      if (known === undefined) prints.set(key, print);
      else if (known !== print) moving.add(pathIn(key));
      if (known === undefined || !isOfCheck || !isFresh(call)) return false;
      looks.push([key, { reply, ...(page ? { page } : {}), ...(unserved ? { unserved } : {}) }]);
      return true;
    },
    looker: () => lookerIn(sessionsIn(looks), moving),
  };
}

/**
 * Finds the sessions among looks. In the first round of one each page is looked at for the first time; it is over once
 * each was looked at as often as a check does. What is not whole is none: something may have come between.
 */
function sessionsIn(looks: readonly (readonly [key: string, look: RecordedLook])[]): Session[] {
  const sessions: Session[] = [];
  let open = new Map<string, RecordedLook[]>();
  const isFirstRound = (): boolean => [...open.values()].every(({ length }) => length <= 2);
  const isWhole = (): boolean => [...open.values()].every(({ length }) => length === looksAtEach);
  for (const [key, look] of looks) {
    const known = open.get(key);
    if (!known && !isFirstRound()) open = new Map();
    if (known) known.push(look);
    else open.set(key, [look]);
    if (!isWhole()) continue;
    sessions.push(open);
    open = new Map();
  }
  return sessions;
}

function lookerIn(sessions: readonly Session[], moving: ReadonlySet<string>): Looker {
  /** How often the same pages were looked at so far: each time, it is the next session with them that counts. */
  const times = new Map<string, number>();
  const sessionWith = (keys: readonly string[], time: number): Session | undefined => {
    const able = sessions.filter((session) => keys.every((key) => session.has(key)));
    return able[Math.min(time, able.length - 1)];
  };
  return {
    canLook: (calls) => sessionWith(calls.map(askedFor), 0) !== undefined,
    look: async (calls) => {
      const keys = calls.map(askedFor);
      const name = keys.toSorted().join(' ');
      const session = sessionWith(keys, times.get(name) ?? 0);
      times.set(name, (times.get(name) ?? 0) + 1);
      return readLooks(new Map(calls.map((call) => [call.target, session?.get(askedFor(call)) ?? []])));
    },
    whyNot: (pages) =>
      pages.some(({ exchange }) => moving.has(pathIn(askedFor(exchange.call))))
        ? { why: 'the listing changed while it was recorded', isMoving: true }
        : { why: 'a recording cannot be looked at again' },
  };
}

/** Whether a request takes no answer from a cache. */
const isFresh = ({ headers }: Call): boolean =>
  header(headers, 'cache-control')?.includes('no-cache') === true;

/** What a listing was asked for, its parameters in whatever order. */
function askedFor({ target }: Call): string {
  const [path = '', query = ''] = target.split('?');
  return `${path}?${query.split('&').map(nameDecoded).toSorted().join('&')}`;
}

const pathIn = (key: string): string => key.slice(0, key.indexOf('?'));
