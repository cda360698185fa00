import type { HttpRequest } from '../../../src/http/exchange.ts';
import type { Broken, BrokenRelation } from '../../core/claim.ts';
import type { Page, PageRequest } from '../../core/evidence.ts';
import { fingerprintOf } from '../../core/same-as-sent.ts';
import { wasAccepted } from '../../core/status.ts';
import type { Rechecks } from './recheck-responses.ts';

/** A relation that failed on responses of a run, before it counts. */
export type Suspicion = {
  readonly rule: string;
  readonly broken: BrokenRelation;
  /** Whether the relation fails on other readings of its pages, and how. */
  readonly failsOn: (pages: readonly Page[], unserved: readonly Page[]) => BrokenRelation | undefined;
};

/** What rechecks show of a suspicion. */
type RecheckShown =
  /** It fails again, on pages that do not change. */
  | 'fails'
  /** It does not, though its pages are as they were: they do not show the failure by themselves. */
  | 'passes on the same pages'
  | 'passes'
  /** The same request gets different responses, or none. */
  | 'moves'
  /** They were not sent: there was no room for them, or a recording does not contain them. */
  | 'nothing';

type Confirmed = Omit<Broken, 'shown'> & { readonly shown: Page['exchange'][] };

/** What a series of rechecks shows of a suspicion. */
export type Outcome = {
  readonly shown: RecheckShown;
  /** The finding, if it fails. */
  readonly fails?: Confirmed;
  /** The header of a cache that sent one of the responses. */
  readonly cacheSign?: string;
};

const nothing: Outcome = { shown: 'nothing' };

/** What three repeats show. */
export function outcomeOfRepeats(suspicion: Suspicion, rechecks: Rechecks | undefined): Outcome {
  if (!rechecks) return nothing;
  const { broken } = suspicion;
  if (!rechecks.areUnchanged(requestsOfPages(suspicion), fingerprintFor(suspicion))) {
    const fails = failsAsSpelled(suspicion, rechecks);
    return fails ? { shown: 'fails', fails } : moves(rechecks);
  }
  if (!isServedAgain(suspicion, rechecks)) return moves(rechecks);
  const failures = rechecks.repeats.rounds.map((round) => failsIn(suspicion, round));
  const last = failures.at(-1);
  const isSame = areAsBefore(suspicion, rechecks);
  if (!last || failures.includes(undefined)) return { shown: isSame ? 'passes on the same pages' : 'passes' };
  // Rechecks have unusual spellings; the first request is plainer if it shows the same.
  const leastOdd = (last.expected === broken.expected && last.saw === broken.saw) || isSame ? broken : last;
  return { shown: 'fails', fails: confirmed(leastOdd) };
}

const moves = ({ cacheSign }: Rechecks): Outcome => ({
  shown: 'moves',
  ...(cacheSign === undefined ? {} : { cacheSign }),
});

/**
 * The failure if a relation fails exactly when parameter names are spelled as at first: the target misreads a
 * spelling.
 */
function failsAsSpelled(suspicion: Suspicion, rechecks: Rechecks): Confirmed | undefined {
  const { broken } = suspicion;
  const asAtFirst = rechecks.where(({ spelling }) => spelling !== 'respelled');
  const respelled = rechecks.where(({ spelling }) => spelling === 'respelled');
  const requests = requestsOfPages(suspicion);
  if (respelled.rounds.length === 0) return undefined;
  for (const some of [asAtFirst, respelled])
    if (!some.areUnchanged(requests, fingerprintFor(suspicion))) return undefined;
  if (!asAtFirst.rounds.every((round) => failsIn(suspicion, round))) return undefined;
  if (respelled.rounds.some((round) => failsIn(suspicion, round))) return undefined;
  return { ...confirmed(broken), dependsOn: 'spelling' };
}

/** Whether each served page was served in each repeat; otherwise something may block others, too (READINGS P3). */
const isServedAgain = ({ broken: { pages } }: Suspicion, { repeats }: Rechecks): boolean =>
  pages.every(
    ({ exchange }) =>
      !wasAccepted(exchange) || repeats.rounds.every((round) => round.page(exchange.request) !== undefined),
  );

/** What exactly the same requests show. */
export function outcomeOfExact(suspicion: Suspicion, rechecks: Rechecks | undefined): Outcome {
  if (!rechecks) return nothing;
  const fingerprint = fingerprintFor(suspicion);
  const isSame = suspicion.broken.pages.every((page) => {
    const { request } = page.exchange;
    const again = rechecks.page(request) ?? rechecks.unserved(request);
    return again !== undefined && fingerprintOf(again, fingerprint) === fingerprintOf(page, fingerprint);
  });
  if (!isSame || !rechecks.areUnchanged(requestsOfPages(suspicion), fingerprint)) return moves(rechecks);
  const broken = failsIn(suspicion, rechecks);
  return broken ? { shown: 'fails', fails: confirmed(broken) } : { shown: 'passes on the same pages' };
}

/**
 * If a relation that fails with its exact requests fails in a new order of parameters too, which no cache knows, the
 * target is at fault; otherwise a stale cache is possible (READINGS P6).
 */
export function outcomeOfTurns(suspicion: Suspicion, rechecks: Rechecks | undefined): Outcome {
  if (!rechecks) return nothing;
  const { broken } = suspicion;
  const [bypassed, used] = (['bypassed', 'used'] as const).map((cache) =>
    outcomeOfRepeats(
      suspicion,
      rechecks.where((round) => round.cache === cache),
    ),
  ) as [Outcome, Outcome];
  if (bypassed.fails) return bypassed;
  if (used.fails) return { shown: 'fails', fails: { ...used.fails, dependsOn: 'cache' } };
  // No cache has two responses to one request.
  if (broken.pages.length > 1 && eachOnce(suspicion).length === 1)
    return { shown: 'fails', fails: confirmed(broken) };
  return [bypassed, used].find(({ shown }) => shown === 'moves') ?? used;
}

/** How the relation fails in the first of some rounds; undefined if it passes. */
function failsIn({ broken, failsOn }: Suspicion, round: Rechecks): BrokenRelation | undefined {
  const requests = broken.pages.map(({ exchange }) => exchange.request);
  // A relation between two readings of a page needs both readings of a round.
  const isSecond = (index: number): boolean =>
    requests.slice(0, index).some(({ target }) => target === requests[index]?.target);
  const pages = requests.flatMap((request, index) => round.page(request, isSecond(index)) ?? []);
  const unserved = requests.flatMap((request) => round.unserved(request) ?? []);
  return failsOn(pages, unserved);
}

/** Whether the same pages were returned again: then nothing changed, and nothing was intermittent. */
const areAsBefore = ({ broken: { pages } }: Suspicion, { repeats }: Rechecks): boolean =>
  pages.every((page) => {
    const again = repeats.page(page.exchange.request);
    return again !== undefined && fingerprintOf(again, 'ids') === fingerprintOf(page, 'ids');
  });

const fingerprintFor = ({ broken: { fingerprint = 'ids' } }: Suspicion) => fingerprint;

const requestsOfPages = ({ broken: { pages } }: Suspicion): HttpRequest[] =>
  pages.map(({ exchange }) => exchange.request);

/** The requests of a suspicion, each once, with those that say how its pages are asked for. */
export const eachOnce = ({ broken: { pages } }: Suspicion): PageRequest[] => [
  ...new Map(
    pages.map(({ exchange: { request }, source }) => [
      request.target,
      { request, ...(source ? { source } : {}) },
    ]),
  ).values(),
];

const confirmed = (broken: BrokenRelation): Confirmed => ({ ...broken, shown: exchangesOfBreach(broken) });

export const exchangesOfBreach = ({ pages }: BrokenRelation): Page['exchange'][] =>
  pages.slice(0, 4).map(({ exchange }) => exchange);
