import { type Exchange, type HttpRequest, header } from '../../src/http/exchange.ts';
import type { BrokenRelation, Fingerprint } from '../core/claim.ts';
import type { Page, ReadExchange } from '../core/evidence.ts';
import type { Explanation } from '../core/verdict.ts';
import type { RequestSender } from './receive.ts';

/** Three repeats, each between two readings that must be equal (READINGS P6). */
const rounds = [0, 1, 2, 3, 4];
export const repeats: readonly number[] = [1, 2, 3];
/**
 * Rounds with parameter names spelled as at first, and those in between with other spellings. A change of the
 * listing cannot explain a difference.
 */
export const roundsAsSpelled: readonly number[] = [0, 2, 4];
export const roundsRespelled: readonly number[] = [1, 3];
export const requestsPerPage = rounds.length * 2;
const mostRechecks = 300;

/** Rechecks of some pages: in each round, each page is requested twice in a row. */
export type RecheckedPages = {
  /** The page of a round, or its second reading; undefined if there was none. */
  readonly page: (request: HttpRequest, round: number, second?: boolean) => Page | undefined;
  readonly total: () => number | undefined;
  readonly unserved: (request: HttpRequest, round: number) => Page | undefined;
  readonly areUnchanged: (
    requests: readonly HttpRequest[],
    fingerprint: Fingerprint,
    inRounds?: readonly number[],
  ) => boolean;
  /** The header by which a cache shows itself, such as `Age: 7`. */
  readonly cacheSign: () => string | undefined;
};

/** Rechecks with and without `Cache-Control: no-cache`, in an order of parameters that no cache knows. */
type Contrast = { readonly uncached: RecheckedPages; readonly plain: RecheckedPages };

/** Rechecks suspicions, with requests or from a recording. */
export type Rechecker = {
  readonly canRecheck: (requests: readonly HttpRequest[], reserve: number) => boolean;
  readonly recheck: (requests: readonly HttpRequest[]) => Promise<RecheckedPages>;
  /** Repeats the exact requests, twice in a row; undefined if too few rechecks are left, unless unbounded. */
  readonly repeat: (
    requests: readonly HttpRequest[],
    isUnbounded?: boolean,
  ) => Promise<RecheckedPages | undefined>;
  /** Alternates requests with and without `no-cache`; undefined as for `repeat`. */
  readonly contrast: (
    requests: readonly HttpRequest[],
    isUnbounded?: boolean,
  ) => Promise<Contrast | undefined>;
  readonly whyNot: (pages: readonly Page[]) => {
    readonly reason: Exclude<Explanation, string>;
    readonly isMoving?: boolean;
  };
};

const notRechecked: Exclude<Explanation, string> = {
  why: 'not rechecked, since this run used up its rechecks: correct what is broken, or check this rule alone with --only',
  cause: { kind: 'not rechecked' },
};

/** How requests other than ordinary rechecks were sent. */
export type RecheckKind = 'as sent' | 'uncached' | 'plain';

export type TakenRecheck = {
  readonly exchange: Exchange;
  readonly session: number;
  readonly at: string;
  readonly way?: RecheckKind;
};

export function recheckerOver(
  sender: RequestSender,
  onRecheck: (recheck: TakenRecheck) => void = () => {},
): Rechecker {
  let left = mostRechecks;
  let session = 0;
  const emptyFor = (requests: readonly HttpRequest[]): Seen =>
    new Map(requests.map(({ target }) => [target, []]));
  const reorder = (requests: readonly HttpRequest[]): ((request: HttpRequest) => HttpRequest) => {
    const reorderedRequests = new Map(
      requests.map((request) => [request.target, reordered(request, sender.wasSent)]),
    );
    return (request) => ({ ...(reorderedRequests.get(request.target) ?? request) });
  };
  const takeRound = async (
    requests: readonly HttpRequest[],
    seen: Seen,
    sent: (request: HttpRequest, twin: number) => HttpRequest,
    way?: RecheckKind,
  ): Promise<void> => {
    // Not at the same time: two replicas could take turns, each always with the same request.
    for (const request of requests)
      for (const twin of [0, 1]) {
        left -= 1;
        const { read: answer, exchange } = await sender.sendAfresh(sent(request, twin));
        onRecheck({ exchange, session, at: request.target, ...(way ? { way } : {}) });
        seen.get(request.target)?.push(answer);
      }
  };
  return {
    canRecheck: (requests, reserve) => requests.length * requestsPerPage <= left - reserve,
    recheck: async (requests) => {
      session += 1;
      const seen = emptyFor(requests);
      const inOrder = reorder(requests);
      for (const round of rounds)
        await takeRound(requests, seen, (request, twin) => uncached(inRound(request, round, twin, inOrder)));
      return readRechecks(seen);
    },
    repeat: async (requests, isUnbounded = false) => {
      if (requests.length * 2 > left && !isUnbounded) return undefined;
      session += 1;
      const seen = emptyFor(requests);
      // Copied, since a recording distinguishes exchanges by their requests.
      await takeRound(requests, seen, (request) => ({ ...request }), 'as sent');
      return readRechecks(seen);
    },
    contrast: async (requests, isUnbounded = false) => {
      if (requests.length * requestsPerPage * 2 > left && !isUnbounded) return undefined;
      session += 1;
      const [without, plain] = [emptyFor(requests), emptyFor(requests)];
      const inOrder = reorder(requests);
      for (const _round of rounds) {
        await takeRound(requests, without, (request) => uncached(inOrder(request)), 'uncached');
        await takeRound(requests, plain, inOrder, 'plain');
      }
      return { uncached: readRechecks(without), plain: readRechecks(plain) };
    },
    whyNot: () => ({ reason: notRechecked }),
  };
}

type Seen = Map<string, (ReadExchange | undefined)[]>;

type RecheckedExchange = Pick<ReadExchange, 'response' | 'page' | 'unserved'>;

/** Reads rechecks in their order, without responses of a cache. */
export function readRechecks(
  all: ReadonlyMap<string, readonly (RecheckedExchange | undefined)[]>,
): RecheckedPages {
  const seen = new Map(
    [...all].map(([target, responses]) => [
      target,
      responses.map((recheck) => (recheck && signOfCache(recheck) !== undefined ? undefined : recheck)),
    ]),
  );
  return {
    page: ({ target }, round, second) => seen.get(target)?.[round * 2 + (second ? 1 : 0)]?.page,
    total: () =>
      [...seen.values()].flatMap((exchanges) => {
        const page = exchanges.at(-1)?.page;
        return page?.query.filter === undefined ? (page?.total ?? []) : [];
      })[0],
    unserved: ({ target }, round) => seen.get(target)?.[round * 2]?.unserved,
    areUnchanged: (some, fingerprint, inRounds) =>
      some.every(({ target }) => {
        const responses = seen.get(target) ?? [];
        const meant = responses.filter((_, place) => inRounds?.includes(Math.floor(place / 2)) ?? true);
        const prints = meant.map((exchange) => {
          const page = exchange?.page ?? exchange?.unserved;
          return page && fingerprintOf(page, fingerprint);
        });
        return prints.every((one) => one !== undefined && one === prints[0]);
      }),
    cacheSign: () =>
      [...all.values()].flat().flatMap((recheck) => (recheck && signOfCache(recheck)) ?? [])[0],
  };
}

function signOfCache({ response: { headers } }: RecheckedExchange): string | undefined {
  const age = header(headers, 'age') ?? '';
  if (Number(age) > 0) return `Age: ${age}`;
  for (const name of ['X-Cache', 'CF-Cache-Status']) {
    const value = header(headers, name) ?? '';
    if (/\bhit\b/i.test(value)) return `${name}: ${value.slice(0, 40)}`;
  }
  return undefined;
}

export function fingerprintOf({ items, total }: Page, fingerprint: Fingerprint): string {
  const ids = items.map(({ id }) => id ?? '');
  if (fingerprint === 'total') return `${total} ${items.length}`;
  return `${total} ${(fingerprint === 'members' ? ids.toSorted() : ids).join()}`;
}

function parameterRespelled(parameter: string, turn: number): string {
  const brackets = ['$1%5b$2%5d', '$1%5B$2%5d', '$1%5b$2%5D'][turn % 3] ?? '';
  return /^\w+%5B/.test(parameter)
    ? parameter.replace(/^(\w+)%5B(\w+)%5D/, brackets)
    : parameter.replace(/^([a-z])([a-z])/, (_, first: string, second: string) =>
        turn % 2 === 0 ? `${encoded(first)}${second}` : `${first}${encoded(second)}`,
      );
}

const encoded = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;

function inRound(
  request: HttpRequest,
  round: number,
  twin: number,
  inOrder: (request: HttpRequest) => HttpRequest,
): HttpRequest {
  if (round === 0) return { ...request };
  return roundsRespelled.includes(round) ? respelled(request, round * 2 + twin) : inOrder(request);
}

/** Spells and orders parameters so that no cache knows the request. */
function respelled(request: HttpRequest, turn: number): HttpRequest {
  const [path = '', query] = request.target.split('?');
  // Without a query, only a question mark can be added.
  const parameters = query === undefined ? [] : turned(query.split('&'), turn + 1);
  const spelled = parameters.map((parameter) => parameterRespelled(parameter, turn));
  return { ...request, target: `${path}?${spelled.join('&')}` };
}

/** Orders parameters as never before; if every order was sent, with empty parameters added. */
function reordered(request: HttpRequest, wasSent: (target: string) => boolean): HttpRequest {
  const [path = '', query] = request.target.split('?');
  const parameters = query === undefined ? [] : query.split('&');
  for (let empty = 0; ; empty += 1) {
    const behind = Array<string>(empty).fill('');
    for (let by = 1; by <= Math.max(1, parameters.length); by += 1) {
      const target = `${path}?${[...turned(parameters, by), ...behind].join('&')}`;
      if (!wasSent(target)) return { ...request, target };
    }
  }
}

const turned = (list: readonly string[], turn: number): string[] => {
  const by = list.length === 0 ? 0 : turn % list.length;
  return [...list.slice(by), ...list.slice(0, by)];
};

const uncached = (request: HttpRequest): HttpRequest => ({
  ...request,
  headers: [...request.headers, ['cache-control', 'no-cache']],
});

export type Recheckable = { readonly ruleState: object; readonly broken: BrokenRelation };

export type Shares = Map<object, number>;

const keptForOthers = 40;
/** The most rechecks of one rule, so that others have theirs (READINGS P6). */
const fairShare = 100;

/** Sorts by rechecks used, fewest first. */
export const byNeed = <Broken extends Recheckable>(broken: readonly Broken[], shares: Shares): Broken[] =>
  broken.toSorted((one, other) => (shares.get(one.ruleState) ?? 0) - (shares.get(other.ruleState) ?? 0));

const costOf = (one: Recheckable): number => callsOf(one).size * requestsPerPage;

const callsOf = ({ broken }: Recheckable): Map<string, HttpRequest> =>
  new Map(broken.pages.map(({ exchange: { request } }) => [request.target, request]));

/**
 * Rechecks relations, as many together as there is room for, the others one by one, and returns the rechecks of
 * each. `reserve` rechecks are kept for later; `shares` bounds what a rule may use, unless it is checked alone.
 */
export async function recheckPages<Broken extends Recheckable>(
  rechecker: Rechecker,
  broken: readonly Broken[],
  reserve = 0,
  shares?: Shares,
  isAlone: (one: Broken) => boolean = () => false,
): Promise<ReadonlyMap<Broken, RecheckedPages>> {
  const rechecksOf = new Map<Broken, RecheckedPages>();
  const isFair = (one: Broken, requests: readonly HttpRequest[]): boolean => {
    if (isAlone(one)) return true;
    const used = shares?.get(one.ruleState) ?? 0;
    const isMore = used > 0;
    if (isMore && used + costOf(one) > fairShare) return false;
    return rechecker.canRecheck(requests, isMore ? reserve + keptForOthers : reserve);
  };
  const take = (one: Broken): void => {
    shares?.set(one.ruleState, (shares.get(one.ruleState) ?? 0) + costOf(one));
  };
  const together: Broken[] = [];
  const requests = new Map<string, HttpRequest>();
  for (const one of broken) {
    const all = new Map([...requests, ...callsOf(one)]);
    if (!isFair(one, [...all.values()])) continue;
    take(one);
    together.push(one);
    for (const [target, request] of all) requests.set(target, request);
  }
  const rechecks = await rechecker.recheck([...requests.values()]);
  for (const one of together) rechecksOf.set(one, rechecks);
  for (const one of broken.filter((left) => !together.includes(left))) {
    const own = [...callsOf(one).values()];
    if (!isFair(one, own)) continue;
    take(one);
    rechecksOf.set(one, await rechecker.recheck(own));
  }
  return rechecksOf;
}
