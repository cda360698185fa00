import { type Call, type Exchange, header } from '../../src/http/exchange.ts';
import type { BrokenRelation, Fingerprint } from '../core/claim.ts';
import type { Answer, Page } from '../core/evidence.ts';
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
  readonly page: (call: Call, round: number, second?: boolean) => Page | undefined;
  readonly total: () => number | undefined;
  readonly unserved: (call: Call, round: number) => Page | undefined;
  readonly areUnchanged: (
    calls: readonly Call[],
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
  readonly canRecheck: (calls: readonly Call[], reserve: number) => boolean;
  readonly recheck: (calls: readonly Call[]) => Promise<RecheckedPages>;
  /** Repeats the exact requests, twice in a row; undefined if too few rechecks are left, unless unbounded. */
  readonly repeat: (calls: readonly Call[], isUnbounded?: boolean) => Promise<RecheckedPages | undefined>;
  /** Alternates requests with and without `no-cache`; undefined as for `repeat`. */
  readonly contrast: (calls: readonly Call[], isUnbounded?: boolean) => Promise<Contrast | undefined>;
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
  const emptyFor = (calls: readonly Call[]): Seen => new Map(calls.map(({ target }) => [target, []]));
  const reorder = (calls: readonly Call[]): ((call: Call) => Call) => {
    const reorderedCalls = new Map(calls.map((call) => [call.target, reordered(call, sender.wasSent)]));
    return (call) => ({ ...(reorderedCalls.get(call.target) ?? call) });
  };
  const takeRound = async (
    calls: readonly Call[],
    seen: Seen,
    sent: (call: Call, twin: number) => Call,
    way?: RecheckKind,
  ): Promise<void> => {
    // Not at the same time: two replicas could take turns, each always with the same request.
    for (const call of calls)
      for (const twin of [0, 1]) {
        left -= 1;
        const { answer, exchange } = await sender.sendAfresh(sent(call, twin));
        onRecheck({ exchange, session, at: call.target, ...(way ? { way } : {}) });
        seen.get(call.target)?.push(answer);
      }
  };
  return {
    canRecheck: (calls, reserve) => calls.length * requestsPerPage <= left - reserve,
    recheck: async (calls) => {
      session += 1;
      const seen = emptyFor(calls);
      const inOrder = reorder(calls);
      for (const round of rounds)
        await takeRound(calls, seen, (call, twin) => uncached(inRound(call, round, twin, inOrder)));
      return readRechecks(seen);
    },
    repeat: async (calls, isUnbounded = false) => {
      if (calls.length * 2 > left && !isUnbounded) return undefined;
      session += 1;
      const seen = emptyFor(calls);
      // Copied, since a recording distinguishes exchanges by their requests.
      await takeRound(calls, seen, (call) => ({ ...call }), 'as sent');
      return readRechecks(seen);
    },
    contrast: async (calls, isUnbounded = false) => {
      if (calls.length * requestsPerPage * 2 > left && !isUnbounded) return undefined;
      session += 1;
      const [without, plain] = [emptyFor(calls), emptyFor(calls)];
      const inOrder = reorder(calls);
      for (const _round of rounds) {
        await takeRound(calls, without, (call) => uncached(inOrder(call)), 'uncached');
        await takeRound(calls, plain, inOrder, 'plain');
      }
      return { uncached: readRechecks(without), plain: readRechecks(plain) };
    },
    whyNot: () => ({ reason: notRechecked }),
  };
}

type Seen = Map<string, (Answer | undefined)[]>;

type RecheckedAnswer = Pick<Answer, 'reply' | 'page' | 'unserved'>;

/** Reads rechecks in their order, without responses of a cache. */
export function readRechecks(
  all: ReadonlyMap<string, readonly (RecheckedAnswer | undefined)[]>,
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
      [...seen.values()].flatMap((answers) => {
        const page = answers.at(-1)?.page;
        return page?.query.filter === undefined ? (page?.total ?? []) : [];
      })[0],
    unserved: ({ target }, round) => seen.get(target)?.[round * 2]?.unserved,
    areUnchanged: (some, fingerprint, inRounds) =>
      some.every(({ target }) => {
        const responses = seen.get(target) ?? [];
        const meant = responses.filter((_, place) => inRounds?.includes(Math.floor(place / 2)) ?? true);
        const prints = meant.map((answer) => {
          const page = answer?.page ?? answer?.unserved;
          return page && fingerprintOf(page, fingerprint);
        });
        return prints.every((one) => one !== undefined && one === prints[0]);
      }),
    cacheSign: () =>
      [...all.values()].flat().flatMap((recheck) => (recheck && signOfCache(recheck)) ?? [])[0],
  };
}

function signOfCache({ reply: { headers } }: RecheckedAnswer): string | undefined {
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

function inRound(call: Call, round: number, twin: number, inOrder: (call: Call) => Call): Call {
  if (round === 0) return { ...call };
  return roundsRespelled.includes(round) ? respelled(call, round * 2 + twin) : inOrder(call);
}

/** Spells and orders parameters so that no cache knows the request. */
function respelled(call: Call, turn: number): Call {
  const [path = '', query] = call.target.split('?');
  // Without a query, only a question mark can be added.
  const parameters = query === undefined ? [] : turned(query.split('&'), turn + 1);
  const spelled = parameters.map((parameter) => parameterRespelled(parameter, turn));
  return { ...call, target: `${path}?${spelled.join('&')}` };
}

/** Orders parameters as never before; if every order was sent, with empty parameters added. */
function reordered(call: Call, wasSent: (target: string) => boolean): Call {
  const [path = '', query] = call.target.split('?');
  const parameters = query === undefined ? [] : query.split('&');
  for (let empty = 0; ; empty += 1) {
    const behind = Array<string>(empty).fill('');
    for (let by = 1; by <= Math.max(1, parameters.length); by += 1) {
      const target = `${path}?${[...turned(parameters, by), ...behind].join('&')}`;
      if (!wasSent(target)) return { ...call, target };
    }
  }
}

const turned = (list: readonly string[], turn: number): string[] => {
  const by = list.length === 0 ? 0 : turn % list.length;
  return [...list.slice(by), ...list.slice(0, by)];
};

const uncached = (call: Call): Call => ({
  ...call,
  headers: [...call.headers, ['cache-control', 'no-cache']],
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

const callsOf = ({ broken }: Recheckable): Map<string, Call> =>
  new Map(broken.pages.map(({ exchange: { call } }) => [call.target, call]));

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
  const isFair = (one: Broken, calls: readonly Call[]): boolean => {
    if (isAlone(one)) return true;
    const used = shares?.get(one.ruleState) ?? 0;
    const isMore = used > 0;
    if (isMore && used + costOf(one) > fairShare) return false;
    return rechecker.canRecheck(calls, isMore ? reserve + keptForOthers : reserve);
  };
  const take = (one: Broken): void => {
    shares?.set(one.ruleState, (shares.get(one.ruleState) ?? 0) + costOf(one));
  };
  const together: Broken[] = [];
  const calls = new Map<string, Call>();
  for (const one of broken) {
    const all = new Map([...calls, ...callsOf(one)]);
    if (!isFair(one, [...all.values()])) continue;
    take(one);
    together.push(one);
    for (const [target, call] of all) calls.set(target, call);
  }
  const rechecks = await rechecker.recheck([...calls.values()]);
  for (const one of together) rechecksOf.set(one, rechecks);
  for (const one of broken.filter((left) => !together.includes(left))) {
    const own = [...callsOf(one).values()];
    if (!isFair(one, own)) continue;
    take(one);
    rechecksOf.set(one, await rechecker.recheck(own));
  }
  return rechecksOf;
}
