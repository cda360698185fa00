import type { HttpRequest } from '../../src/http/exchange.ts';
import type { Page } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import type { Unconfirmed } from '../core/verdict.ts';
import { type RecheckedPage, Rechecks } from './recheck-responses.ts';
import { requestsOf, requestsPerPage, type Series } from './recheck-series.ts';
import type { RequestSender } from './request-sender.ts';

const mostRechecks = 300;

/** Rechecks pages, with requests or from a recording. */
export type Rechecker = {
  /** Whether there is room for a series, with so many requests kept for others. */
  readonly hasRoom: (name: Series, requests: readonly HttpRequest[], keep: number) => boolean;
  readonly recheck: (name: Series, requests: readonly HttpRequest[]) => Promise<Rechecks>;
  /** Why some pages were not rechecked; `listing moved`: while it was recorded. */
  readonly whyNot: (pages: readonly Page[]) => Extract<Unconfirmed, 'no room' | 'recorded'> | 'listing moved';
};

/** An exchange that rechecked a page. Those of a session were sent together, in the rounds of the series. */
export type TakenRecheck = {
  readonly exchange: RunExchange;
  readonly session: number;
  /** The target of the page. */
  readonly at: string;
  readonly series: Series;
};

export function recheckerOver(
  sender: RequestSender,
  onRecheck: (recheck: TakenRecheck) => void = () => {},
): Rechecker {
  let left = mostRechecks;
  let session = 0;
  return {
    hasRoom: (name, requests, keep) => requests.length * requestsPerPage(name) <= left - keep,
    recheck: async (name, requests) => {
      session += 1;
      const pages = requests.map((request) => ({
        at: request.target,
        rounds: requestsOf(name, request, sender.wasSent),
        responses: [] as RecheckedPage[],
      }));
      // Not at the same time: two replicas could take turns, each always with the same request.
      for (let round = 0; round * 2 < requestsPerPage(name); round += 1)
        for (const { at, rounds, responses } of pages)
          for (const request of rounds[round] ?? []) {
            left -= 1;
            const { read, exchange } = await sender.sendAfresh(request);
            onRecheck({ exchange, session, at, series: name });
            responses.push(read);
          }
      return Rechecks.of(name, new Map(pages.map(({ at, responses }) => [at, responses])));
    },
    whyNot: () => 'no room',
  };
}
