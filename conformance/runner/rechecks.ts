import type { Call } from '../../src/http/exchange.ts';
import type { BrokenRelation } from '../core/claim.ts';
import { type RecheckedPages, type Rechecker, requestsPerPage } from './page-rechecks.ts';

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
