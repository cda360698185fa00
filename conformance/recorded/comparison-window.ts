import type { Contract } from '../../src/contract/contract.ts';
import { pathIn } from '../../src/http/exchange.ts';
import type { Page, PageRequest, ReadExchange } from '../core/evidence.ts';
import type { Kind } from '../core/kind.ts';
import { wantedBy } from '../core/requests.ts';
import { fingerprintOf } from '../core/same-as-sent.ts';
import type { Target } from '../core/target.ts';
import { createEvidence } from '../engine/collected-evidence.ts';
import type { ExchangeJudge } from '../engine/judge-exchanges.ts';
import type { ObservedEvidence } from '../engine/observe-choices.ts';
import { Rechecks } from '../engine/rechecks/recheck-responses.ts';
import { requestsPerPage, type Series } from '../engine/rechecks/recheck-series.ts';
import type { Rechecker } from '../engine/rechecks/rechecker.ts';
import type { ForeignExchange } from './foreign-exchange.ts';

const longestPause = 5 * 60_000;
/** Bounds of a window: pages, bytes, and records. */
const mostPages = 1500;
const mostBytes = 64 * 1024 * 1024;
const mostItems = 150_000;

/**
 * Begins a part of a recording in which pages are compared with each other, since listings may change afterwards.
 */
export function beginComparisonWindow(contract: Contract, target: Target, kinds: readonly Kind[]) {
  const evidence = createEvidence(contract, target, kinds);
  const rechecks = keepRechecks();
  let pages = 0;
  let bytes = 0;
  let items = 0;
  let last: number | undefined;
  return {
    takesAt: (time: number): boolean =>
      pages < mostPages &&
      bytes < mostBytes &&
      items < mostItems &&
      (last === undefined || Math.abs(time - last) <= longestPause),
    take: (exchange: ReadExchange, time: number, recheck?: ForeignExchange['recheck']): void => {
      if (!exchange.page?.collection && !exchange.unserved) {
        evidence.take(exchange);
        return;
      }
      pages += 1;
      bytes += exchange.response.body.byteLength;
      items += exchange.page ? itemCount(exchange.page) : 0;
      last = time;
      const kept = withoutReading(exchange);
      rechecks.take(kept, recheck);
      // A recheck is not evidence of its own.
      if (!recheck) evidence.take(kept);
    },
    evidence: (): Pick<ObservedEvidence, 'listings' | 'furtherListings' | 'creations'> => ({
      listings: evidence.listings(),
      furtherListings: evidence.furtherListings(),
      creations: evidence.creations(),
    }),
    /** `finish` if nothing comes afterwards, else `compare`. */
    judge: (
      judge: Pick<ExchangeJudge, 'compare' | 'finish'>,
      how: 'compare' | 'finish',
      mayContinue: () => Promise<boolean>,
    ): Promise<void> =>
      judge[how](evidence, pages === 0 ? undefined : { rechecker: rechecks.rechecker(), mayContinue }),
  };
}

const itemCount = ({ items, included = [] }: Page): number => items.length + included.length;

/** Keeps what relations need of a response, so that the parsed body is released. */
function withoutReading({
  id,
  request,
  response: { body, ...head },
  page,
  unserved,
  ...others
}: ReadExchange): ReadExchange {
  const response = { ...head, body: Uint8Array.from(body) };
  const exchange = { id, request, response };
  const { operation, accepted, requestContent } = others;
  return {
    ...exchange,
    operation,
    accepted,
    requestContent,
    body: { unreadable: 'it was read before' },
    ...(page ? { page: { ...page, exchange } } : {}),
    ...(unserved ? { unserved: { ...unserved, exchange } } : {}),
  };
}

type RecordedPages = Map<string, Pick<ReadExchange, 'response' | 'page' | 'unserved'>[]>;

function keepRechecks() {
  const sessions = new Map<string, RecordedPages>();
  const prints = new Map<string, string>();
  const moving = new Set<string>();
  return {
    take: (
      { request, response, page, unserved }: ReadExchange,
      recheck?: ForeignExchange['recheck'],
    ): void => {
      const seen = page ?? unserved;
      if (!seen) return;
      const key = wantedBy(request.target);
      const print = fingerprintOf(seen, 'records');
      const known = prints.get(key);
      if (known === undefined) prints.set(key, print);
      else if (known !== print) moving.add(pathIn(key));
      if (!recheck) return;
      const name = `${recheck.session} ${recheck.series}`;
      const session: RecordedPages = sessions.get(name) ?? new Map();
      sessions.set(name, session);
      const others = session.get(recheck.at) ?? [];
      session.set(recheck.at, [
        ...others,
        { response, ...(page ? { page } : {}), ...(unserved ? { unserved } : {}) },
      ]);
    },
    rechecker: (): Rechecker => recheckerIn(sessions, moving),
  };
}

/** An incomplete session proves nothing. */
const isWholeSession = (session: RecordedPages, count: number): boolean =>
  [...session.values()].every(({ length }) => length === count);

function recheckerIn(all: ReadonlyMap<string, RecordedPages>, moving: ReadonlySet<string>): Rechecker {
  const sessionsOf = (name: Series): RecordedPages[] =>
    [...all].flatMap(([key, session]) =>
      key.replace(/^\d+ /, '') === name && isWholeSession(session, requestsPerPage(name)) ? [session] : [],
    );
  /** A check may read pages in several sessions; they are used in order. */
  const taken = new Set<RecordedPages>();
  const sessionWith = (name: Series, pages: readonly PageRequest[]): RecordedPages | undefined => {
    const able = sessionsOf(name).filter((session) =>
      pages.every(({ request }) => session.has(request.target)),
    );
    return able.find((session) => !taken.has(session)) ?? able.at(-1);
  };
  return {
    hasRoom: (name, pages) => sessionWith(name, pages) !== undefined,
    recheck: async (name, pages) => {
      const session = sessionWith(name, pages);
      if (session) taken.add(session);
      return Rechecks.of(name, session ?? new Map());
    },
    whyNot: (pages) =>
      pages.some(({ exchange }) => moving.has(pathIn(exchange.request.target)))
        ? 'listing moved'
        : 'recorded',
  };
}
