import type { HttpRequest } from '../../../src/http/exchange.ts';
import type { Page, PageRequest } from '../../core/evidence.ts';
import type { RunExchange } from '../../core/exchange.ts';
import type { ListingKind } from '../../core/kind.ts';
import { createRequestCache } from '../sending/request-cache.ts';
import type { RequestSender } from '../sending/request-sender.ts';
import { type RecheckedPage, Rechecks } from './recheck-responses.ts';
import { requestsFor, requestsOf, roundsOfSources, type Series, series } from './recheck-series.ts';

const mostRechecks = 300;
/** Of a rule that is checked alone. Where each response differs, suspicions have no end. */
const mostOfOne = 10 * mostRechecks;

/** Rechecks pages, with requests or from a recording. */
export type Rechecker = {
  /** The rule that is checked alone: then none of the room is kept from it. */
  readonly alone?: string | undefined;
  /** Whether there is room for a series, with so many requests kept for others. */
  readonly hasRoom: (name: Series, pages: readonly PageRequest[], keep: number) => boolean;
  readonly recheck: (name: Series, pages: readonly PageRequest[]) => Promise<Rechecks>;
  /** Why some pages were not rechecked; `listing moved`: while it was recorded. */
  readonly whyNot: (pages: readonly Page[]) => 'no room' | 'moved' | 'recorded' | 'listing moved';
};

/**
 * An exchange that rechecked a page, or told how one is asked for (`sources`). Those of a session were sent together, in the
 * rounds of the series.
 */
export type TakenRecheck = {
  readonly exchange: RunExchange;
  readonly session: number;
  /** The target of the page. */
  readonly at: string;
  readonly series: Series | 'sources';
};

/** A page that is rechecked, and how it is asked for; undefined once no page says that. */
type Asked = {
  readonly page: PageRequest;
  readonly responses: RecheckedPage[];
  request?: HttpRequest | undefined;
  rounds?: ReturnType<typeof requestsOf> | undefined;
};

type RecheckerOptions = Pick<Rechecker, 'alone'> & {
  readonly onRecheck: (recheck: TakenRecheck) => void;
};

export function recheckerOver(
  sender: RequestSender,
  { requestAfter }: Pick<ListingKind, 'requestAfter'>,
  { alone, onRecheck }: RecheckerOptions,
): Rechecker {
  let left = alone === undefined ? mostRechecks : mostOfOne;
  let session = 0;
  const send = async (
    request: HttpRequest,
    about: Pick<TakenRecheck, 'at' | 'series'>,
  ): Promise<RecheckedPage> => {
    left -= 1;
    const { read, exchange } = await sender.sendAfresh(request);
    onRecheck({ exchange, session, ...about });
    return read;
  };
  /** Finds out how pages are asked for now: with another token if their listing changed. */
  const findRequests = async (name: Series, round: number, all: readonly Asked[]): Promise<void> => {
    const read = createRequestCache<RecheckedPage>();
    const requestOf = async ({ request, source }: PageRequest): Promise<HttpRequest | undefined> => {
      if (!source) return request;
      const asked = await requestOf(source);
      const shown =
        asked &&
        (await read(asked, () => {
          const [spelled = asked] = requestsOf(name, asked, sender.wasSent)[round] ?? [];
          return send(spelled, { at: asked.target, series: 'sources' });
        }));
      return shown?.page && requestAfter(shown.page, request);
    };
    for (const one of all) {
      const request = await requestOf(one.page);
      if (request?.target === one.request?.target) continue;
      one.request = request;
      one.rounds = request && requestsOf(name, request, sender.wasSent);
    }
  };
  return {
    alone,
    hasRoom: (name, pages, keep) => requestsFor(name, pages) <= left - keep,
    recheck: async (name, pages) => {
      session += 1;
      const all = pages.map((page): Asked => ({ page, responses: [] }));
      // Not at the same time: two replicas could take turns, each always with the same request.
      for (const round of series[name].keys()) {
        if (roundsOfSources(name).has(round)) await findRequests(name, round, all);
        for (const { page, rounds, responses } of all)
          for (const second of [0, 1]) {
            const request = rounds?.[round]?.[second];
            responses.push(request && (await send(request, { at: page.request.target, series: name })));
          }
      }
      return Rechecks.of(name, new Map(all.map(({ page, responses }) => [page.request.target, responses])));
    },
    whyNot: () => (alone === undefined ? 'no room' : 'moved'),
  };
}
