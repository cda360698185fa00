import { type Call, header } from '../../src/http/exchange.ts';
import type { Answer } from '../core/evidence.ts';
import { type Looker, looksAtEach, printOf, readLooks } from '../runner/looks.ts';

/** One look at a page that a recording holds. */
export type RecordedLook = Pick<Answer, 'reply' | 'page' | 'unserved'>;

/**
 * What a recording saw of some pages. A check that asks for a page again, and will have no cached answer, looks at it
 * again; everything else is seen for the first time.
 */
export type Looks = {
  /** Takes an answer; tells whether it is a second look, and no evidence of its own. */
  readonly take: (answer: Answer, isOfCheck: boolean) => boolean;
  /** Looks again at what was suspected, as far as the recording holds such looks. */
  readonly looker: () => Looker;
};

/** Keeps the looks of a stretch of a recording. */
export function keepLooks(): Looks {
  const again = new Map<string, RecordedLook[]>();
  /** How each page was seen first, and whether it was seen otherwise later. */
  const prints = new Map<string, string>();
  const moving = new Set<string>();
  const pathsMoving = new Set<string>();
  return {
    take: ({ call, reply, page, unserved }, isOfCheck) => {
      const seen = page ?? unserved;
      if (!seen) return false;
      const key = askedFor(call);
      const print = printOf(seen, 'members');
      const known = prints.get(key);
      if (known === undefined) {
        prints.set(key, print);
        return false;
      }
      if (known !== print) {
        moving.add(key);
        pathsMoving.add(pathIn(key));
      }
      if (!isOfCheck || !isFresh(call)) return false;
      const look = { reply, ...(page ? { page } : {}), ...(unserved ? { unserved } : {}) };
      again.set(key, [...(again.get(key) ?? []), look]);
      return true;
    },
    looker: () => lookerIn(again, pathsMoving),
  };
}

function lookerIn(again: ReadonlyMap<string, readonly RecordedLook[]>, moving: ReadonlySet<string>): Looker {
  /** How often each page was looked at so far: each time it is the next few looks that count. */
  const used = new Map<string, number>();
  const looksAt = (call: Call): readonly RecordedLook[] => {
    const all = again.get(askedFor(call)) ?? [];
    const times = used.get(askedFor(call)) ?? 0;
    const last = Math.max(0, Math.floor(all.length / looksAtEach) - 1);
    return all.slice(Math.min(times, last) * looksAtEach).slice(0, looksAtEach);
  };
  return {
    canLook: (calls) =>
      calls.every((call) => looksAt(call).length === looksAtEach) && areInTurn(calls.map(looksAt)),
    look: async (calls) => {
      const looks = readLooks(new Map(calls.map((call) => [call.target, looksAt(call)])));
      for (const call of calls) used.set(askedFor(call), (used.get(askedFor(call)) ?? 0) + 1);
      return looks;
    },
    whyNot: (pages) =>
      pages.some(({ exchange }) => moving.has(pathIn(askedFor(exchange.call))))
        ? { why: 'the listing changed while it was recorded', isMoving: true }
        : { why: 'a recording cannot be looked at again' },
  };
}

/** Whether several pages were looked at round by round: else one may have changed before another was looked at. */
function areInTurn(looks: readonly (readonly RecordedLook[])[]): boolean {
  for (let round = 0; round + 2 < looksAtEach; round += 2) {
    const here = looks.flatMap((all) => all.slice(round, round + 2).map(turnOf));
    const next = looks.flatMap((all) => all.slice(round + 2, round + 4).map(turnOf));
    if (Math.max(...here) > Math.min(...next)) return false;
  }
  return true;
}

const turnOf = ({ page, unserved }: RecordedLook): number => (page ?? unserved)?.turn ?? 0;

/** Whether a request takes no answer from a cache. */
const isFresh = ({ headers }: Call): boolean =>
  header(headers, 'cache-control')?.includes('no-cache') === true;

/** What a listing was asked for, however it is spelled. */
export function askedFor({ target }: Call): string {
  const [path = '', query = ''] = target.split('?');
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
  return `${path}?${pairs.toSorted().join('&')}`;
}

const pathIn = (key: string): string => key.slice(0, key.indexOf('?'));
