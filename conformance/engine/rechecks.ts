import { type Call, type Exchange, header } from '../../src/http/exchange.ts';
import type { BrokenRelation, Fingerprint } from '../core/claim.ts';
import type { Answer, Page } from '../core/evidence.ts';
import type { Explanation } from '../core/verdict.ts';
import type { RequestSender } from './receive.ts';

/** How often everything is read: three repeats, each between two readings that are to be the same (READINGS P6). */
const rounds = [0, 1, 2, 3, 4];
/** The rounds that are repeats. */
export const repeats: readonly number[] = [1, 2, 3];
/**
 * The rounds in which the names of parameters are spelled as they were first, in the first of them byte for byte, and those
 * in between, in which they are spelled otherwise: what a change of the listing cannot tell apart.
 */
export const roundsAsSpelled: readonly number[] = [0, 2, 4];
export const roundsRespelled: readonly number[] = [1, 3];
/** How many rechecks are sent at each page. */
export const requestsPerPage = rounds.length * 2;
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
  readonly stoodStill: (
    calls: readonly Call[],
    fingerprint: Fingerprint,
    inRounds?: readonly number[],
  ) => boolean;
  /** The header by which a response says that a cache sent it, such as `Age: 7`; undefined where none does. */
  readonly cacheSign: () => string | undefined;
};

/**
 * Rechecks that differ in one header alone: those that forbid caches to answer, and those that do not. Both spell the
 * names of parameters as they were first, in another order, so that no cache knows them.
 */
type Contrast = { readonly uncached: RecheckedPages; readonly plain: RecheckedPages };

/** Whoever rechecks what a relation was suspected on: over the sender, or in a recording that holds such rechecks. */
export type Rechecker = {
  /** Whether there is room for reading these calls, so many requests kept in reserve. */
  readonly canRecheck: (calls: readonly Call[], reserve: number) => boolean;
  readonly recheck: (calls: readonly Call[]) => Promise<RecheckedPages>;
  /** Sends calls exactly as they were sent, twice in a row; undefined if there is no room, unless that is no matter. */
  readonly repeat: (calls: readonly Call[], isUnbounded?: boolean) => Promise<RecheckedPages | undefined>;
  /** Sends rechecks by turns with and without what forbids caches, otherwise alike; undefined as for `repeat`. */
  readonly contrast: (calls: readonly Call[], isUnbounded?: boolean) => Promise<Contrast | undefined>;
  /** Why these pages cannot be read again, and whether they show by themselves that their listing changed. */
  readonly whyNot: (pages: readonly Page[]) => {
    readonly reason: Exclude<Explanation, string>;
    readonly isMoving?: boolean;
  };
};

const notRechecked: Exclude<Explanation, string> = {
  why: 'not rechecked, since this run used up its rechecks: correct what is broken, or check this rule alone with --only',
  cause: { kind: 'not rechecked' },
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
  /** Calls in an order of parameters that no cache knows. */
  const reorder = (calls: readonly Call[]): ((call: Call) => Call) => {
    const reorderedCalls = new Map(calls.map((call) => [call.target, reordered(call, sender.wasSent)]));
    return (call) => ({ ...(reorderedCalls.get(call.target) ?? call) });
  };
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
      const inOrder = reorder(calls);
      for (const round of rounds)
        await takeRound(calls, seen, (call, twin) => uncached(inRound(call, round, twin, inOrder)));
      return readRechecks(seen);
    },
    repeat: async (calls, isUnbounded = false) => {
      if (calls.length * 2 > left && !isUnbounded) return undefined;
      session += 1;
      const seen = emptyFor(calls);
      // Each its own object: a record tells exchanges apart by their calls.
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

/** The responses to some rechecks, in their order, by what they read. */
type Seen = Map<string, (Answer | undefined)[]>;

/** What answers a recheck, as far as relations need it. */
type RecheckedAnswer = Pick<Answer, 'reply' | 'page' | 'unserved'>;

/** Reads looks, those at each call in the order in which they were taken; what a cache answered is none. */
export function readRechecks(
  all: ReadonlyMap<string, readonly (RecheckedAnswer | undefined)[]>,
): RecheckedPages {
  const seen = new Map(
    [...all].map(([target, looks]) => [
      target,
      looks.map((recheck) => (recheck && signOfCache(recheck) !== undefined ? undefined : recheck)),
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
    stoodStill: (some, fingerprint, inRounds) =>
      some.every(({ target }) => {
        const looks = seen.get(target) ?? [];
        const meant = looks.filter((_, place) => inRounds?.includes(Math.floor(place / 2)) ?? true);
        const prints = meant.map((answer) => {
          const page = answer?.page ?? answer?.unserved;
          return page && printOf(page, fingerprint);
        });
        return prints.every((one) => one !== undefined && one === prints[0]);
      }),
    cacheSign: () =>
      [...all.values()].flat().flatMap((recheck) => (recheck && signOfCache(recheck)) ?? [])[0],
  };
}

/** The header by which a response says that a cache sent it, such as `Age: 7`. */
function signOfCache({ reply: { headers } }: RecheckedAnswer): string | undefined {
  const age = header(headers, 'age') ?? '';
  if (Number(age) > 0) return `Age: ${age}`;
  for (const name of ['X-Cache', 'CF-Cache-Status']) {
    const value = header(headers, name) ?? '';
    if (/\bhit\b/i.test(value)) return `${name}: ${value.slice(0, 40)}`;
  }
  return undefined;
}

/** What has to be the same for a relation to say something. */
export function printOf({ items, total }: Page, fingerprint: Fingerprint): string {
  const ids = items.map(({ id }) => id ?? '');
  if (fingerprint === 'total') return `${total} ${items.length}`;
  return `${total} ${(fingerprint === 'members' ? ids.toSorted() : ids).join()}`;
}

/** The name of a parameter in another of the spellings that mean the same (RFC 3986, section 6.2.2), by turns. */
function parameterRespelled(parameter: string, turn: number): string {
  const brackets = ['$1%5b$2%5d', '$1%5B$2%5d', '$1%5b$2%5D'][turn % 3] ?? '';
  return /^\w+%5B/.test(parameter)
    ? parameter.replace(/^(\w+)%5B(\w+)%5D/, brackets)
    : parameter.replace(/^([a-z])([a-z])/, (_, first: string, second: string) =>
        turn % 2 === 0 ? `${encoded(first)}${second}` : `${first}${encoded(second)}`,
      );
}

const encoded = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;

/** A call as it is sent in a round of a recheck. */
function inRound(call: Call, round: number, twin: number, inOrder: (call: Call) => Call): Call {
  if (round === 0) return { ...call };
  return roundsRespelled.includes(round) ? respelled(call, round * 2 + twin) : inOrder(call);
}

/** The same call as no cache knows it: spelled otherwise, its parameters in another order. */
const respelled = (call: Call, turn: number): Call =>
  withParameters(call, (parameters) =>
    turned(parameters, turn + 1).map((parameter) => parameterRespelled(parameter, turn)),
  );

/**
 * The same call with its parameters as they were spelled, in an order that was not sent before; if all were, with empty
 * parameters behind them.
 */
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

/** A list that begins at another place. */
const turned = (list: readonly string[], turn: number): string[] => {
  const by = list.length === 0 ? 0 : turn % list.length;
  return [...list.slice(by), ...list.slice(0, by)];
};

function withParameters(call: Call, change: (parameters: readonly string[]) => readonly string[]): Call {
  const [path = '', query] = call.target.split('?');
  // A cache that knows nothing of the query has no other spelling of it.
  return { ...call, target: `${path}?${query === undefined ? '' : change(query.split('&')).join('&')}` };
}

/** The same call, told not to be served by a cache. */
const uncached = (call: Call): Call => ({
  ...call,
  headers: [...call.headers, ['cache-control', 'no-cache']],
});

/** A relation that failed once, and the rule state of its rule. */
export type Recheckable = { readonly ruleState: object; readonly broken: BrokenRelation };

/** How many requests rechecks have sent for each rule. */
export type Shares = Map<object, number>;

/** How many requests are kept for rules that had no recheck yet, on this node or on one that is judged later. */
const keptForOthers = 40;
/** How many requests a rule has that needs more than one recheck, so that others have theirs (READINGS P6). */
const fairShare = 100;

/** Sorts relations so that rules with few rechecks in `shares` come first. */
export const byNeed = <Broken extends Recheckable>(broken: readonly Broken[], shares: Shares): Broken[] =>
  broken.toSorted((one, other) => (shares.get(one.ruleState) ?? 0) - (shares.get(other.ruleState) ?? 0));

const costOf = (one: Recheckable): number => callsOf(one).size * requestsPerPage;

const callsOf = ({ broken }: Recheckable): Map<string, Call> =>
  new Map(broken.pages.map(({ exchange: { call } }) => [call.target, call]));

/**
 * Rechecks relations, as many together as there is room for, the rest one by one, and returns what was seen of each that
 * had room. `reserve` requests are kept for later; `shares` bounds what one rule may use, but not one that is checked alone.
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
