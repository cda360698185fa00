import { type Call, type Exchange, header } from '../../src/http/exchange.ts';
import type { Fingerprint } from '../core/claim.ts';
import type { Answer, Page } from '../core/evidence.ts';
import { whyNotRechecked } from '../core/verdict.ts';
import type { RequestSender } from './request-sender.ts';

/** How often everything is read: three repeats, each between two readings that are to be the same (READINGS P6). */
const rounds = 5;
/** The rounds that are repeats. */
export const repeats: readonly number[] = [1, 2, 3];
/** How many rechecks are sent at each page. */
export const requestsPerPage = rounds * 2;
/** The most rechecks of one run; they do not count toward its requests. */
const mostRechecks = 300;

/** Rechecks of some pages: each round holds every page once more, and each recheck is taken twice in a row. */
export type RecheckedPages = {
  /** The page that a call returned in a round, or in its second reading of it; undefined where it returned none. */
  readonly page: (call: Call, round: number, second?: boolean) => Page | undefined;
  /** The total that a node shows today, where it was read without a filter. */
  readonly total: () => number | undefined;
  /** What a call asked for, where its response in a round had no listing. */
  readonly unserved: (call: Call, round: number) => Page | undefined;
  /** Whether what a relation needs of these pages did not change throughout. */
  readonly stoodStill: (calls: readonly Call[], fingerprint: Fingerprint) => boolean;
};

/** Rechecks that differ in one header alone: those that forbid caches to answer, and those that do not. */
type Contrast = { readonly uncached: RecheckedPages; readonly plain: RecheckedPages };

/** Whoever rechecks what a relation was suspected on: over the sender, or in a recording that holds such rechecks. */
export type Rechecker = {
  /** Whether there is room for reading these calls, so many requests kept in reserve. */
  readonly canRecheck: (calls: readonly Call[], reserve: number) => boolean;
  readonly recheck: (calls: readonly Call[]) => Promise<RecheckedPages>;
  /** Sends calls exactly as they were sent, twice in a row; undefined if there is no room. */
  readonly repeat: (calls: readonly Call[]) => Promise<RecheckedPages | undefined>;
  /** Sends rechecks by turns with and without what forbids caches, otherwise alike; undefined if there is no room. */
  readonly contrast: (calls: readonly Call[]) => Promise<Contrast | undefined>;
  /** Why these pages cannot be read again, and whether they show by themselves that their listing changed. */
  readonly whyNot: (pages: readonly Page[]) => { readonly why: string; readonly isMoving?: boolean };
};

/** How looks that are no ordinary rechecks were sent: exactly as before, or with and without what forbids caches. */
export type Way = 'as sent' | 'uncached' | 'plain';

/** A look that was taken: those of a session were taken together, at the pages of some targets. */
export type TakenRecheck = {
  readonly exchange: Exchange;
  readonly session: number;
  readonly at: string;
  readonly way?: Way;
};

/** Rechecks over the sender of a run; `onLook` is told of each. */
export function recheckerOver(
  sender: RequestSender,
  onLook: (recheck: TakenRecheck) => void = () => {},
): Rechecker {
  let left = mostRechecks;
  let session = 0;
  const emptyFor = (calls: readonly Call[]): Seen => new Map(calls.map(({ target }) => [target, []]));
  /** Takes a round of looks, each twice in a row. */
  const takeRound = async (
    calls: readonly Call[],
    seen: Seen,
    sent: (call: Call, twin: number) => Call,
    way?: Way,
  ): Promise<void> => {
    // One after the other: were calls read side by side, two replicas could take turns between them, each
    // call always at the same one.
    for (const call of calls)
      for (const twin of [0, 1]) {
        left -= 1;
        const { answer, exchange } = await sender.sendAfresh(sent(call, twin));
        onLook({ exchange, session, at: call.target, ...(way ? { way } : {}) });
        seen.get(call.target)?.push(answer);
      }
  };
  return {
    canRecheck: (calls, reserve) => calls.length * requestsPerPage <= left - reserve,
    recheck: async (calls) => {
      session += 1;
      const seen = emptyFor(calls);
      for (let round = 0; round < rounds; round += 1)
        await takeRound(calls, seen, (call, twin) => uncached(respelled(call, round * 2 + twin)));
      return readRechecks(seen);
    },
    repeat: async (calls) => {
      if (calls.length * 2 > left) return undefined;
      session += 1;
      const seen = emptyFor(calls);
      // Each its own object: a record tells exchanges apart by their calls.
      await takeRound(calls, seen, (call) => ({ ...call }), 'as sent');
      return readRechecks(seen);
    },
    contrast: async (calls) => {
      if (calls.length * requestsPerPage * 2 > left) return undefined;
      session += 1;
      const [without, plain] = [emptyFor(calls), emptyFor(calls)];
      for (let round = 0; round < rounds; round += 1) {
        const spelled = (call: Call, twin: number): Call => respelled(call, round * 2 + twin);
        await takeRound(calls, without, (call, twin) => uncached(spelled(call, twin)), 'uncached');
        await takeRound(calls, plain, (call, twin) => spelled(call, twin + 1), 'plain');
      }
      return { uncached: readRechecks(without), plain: readRechecks(plain) };
    },
    whyNot: () => ({ why: whyNotRechecked }),
  };
}

/** The responses to some rechecks, in their order, by what they read. */
type Seen = Map<string, (Answer | undefined)[]>;

/** What answers a recheck, as far as relations need it. */
type RecheckedAnswer = Pick<Answer, 'reply' | 'page' | 'unserved'>;

/** Reads looks, those at each call in the order in which they were taken; what a cache answered is none. */
export function readRechecks(
  all: ReadonlyMap<string, readonly (RecheckedAnswer | undefined)[]>,
): RecheckedPages {
  const isCached = ({ reply: { headers } }: RecheckedAnswer): boolean =>
    Number(header(headers, 'age') ?? 0) > 0 || /\bhit\b/i.test(header(headers, 'x-cache') ?? '');
  const seen = new Map(
    [...all].map(([target, looks]) => [
      target,
      looks.map((recheck) => (recheck && isCached(recheck) ? undefined : recheck)),
    ]),
  );
  return {
    page: ({ target }, round, second) => seen.get(target)?.[round * 2 + (second ? 1 : 0)]?.page,
    total: () =>
      [...seen.values()].flatMap((answers) => {
        const page = answers.at(-1)?.page;
        return page?.query.filter === undefined ? (page?.total ?? []) : [];
      })[0],
    unserved: ({ target }, round) => seen.get(target)?.[round * 2]?.unserved,
    stoodStill: (some, fingerprint) =>
      some.every(({ target }) => {
        const prints = (seen.get(target) ?? []).map((answer) => {
          const page = answer?.page ?? answer?.unserved;
          return page && printOf(page, fingerprint);
        });
        return prints.every((one) => one !== undefined && one === prints[0]);
      }),
  };
}

/** What has to be the same for a relation to say something. */
export function printOf({ items, total }: Page, fingerprint: Fingerprint): string {
  const ids = items.map(({ id }) => id ?? '');
  if (fingerprint === 'total') return `${total} ${items.length}`;
  return `${total} ${(fingerprint === 'members' ? ids.toSorted() : ids).join()}`;
}

/** The name of a parameter in one of the spellings that mean the same (RFC 3986, section 6.2.2), by turns. */
function parameterRespelled(parameter: string, turn: number): string {
  const [open, close] = [turn % 2 === 0 ? '%5b' : '%5B', Math.floor(turn / 2) % 2 === 0 ? '%5d' : '%5D'];
  return parameter
    .replace(/^page%5B(\w+)%5D/, `page${open}$1${close}`)
    .replace(/^filter/, turn % 2 === 0 ? '%66ilter' : 'f%69lter');
}

/** The same call as no cache knows it: spelled otherwise, its parameters in another order. */
function respelled(call: Call, turn: number): Call {
  const [path = '', query] = call.target.split('?');
  const parameters = query?.split('&') ?? [];
  const by = parameters.length === 0 ? 0 : (turn + 1) % parameters.length;
  const turned = [...parameters.slice(by), ...parameters.slice(0, by)]
    .map((parameter) => parameterRespelled(parameter, turn))
    .join('&');
  // A cache that knows nothing of the query has no other spelling of it.
  return { ...call, target: query === undefined ? `${path}?` : `${path}?${turned}` };
}

/** The same call, told not to be served by a cache. */
const uncached = (call: Call): Call => ({
  ...call,
  headers: [...call.headers, ['cache-control', 'no-cache']],
});
