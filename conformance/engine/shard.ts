import { createHash } from 'node:crypto';
import type { ShardNote } from '../report/report.ts';
import type { Catalogue } from './catalogue.ts';
import { type Costs, costOf } from './cost.ts';

/** One part of a run over several machines. */
export type Shard = {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
  /** The ids of its rules and observations. */
  readonly ids: ReadonlySet<string>;
};

/** What one machine has been dealt. */
type Hand = { readonly ids: Set<string>; readonly calls: Set<string> };

/** How much more than its even share one machine may be asked to send so that less is sent in all. */
const slack = 1.05;

/**
 * Deals rules and observations out to so many machines, the same on each of them: the dearest first, each to the
 * machine that has to send least besides what it sends anyway, as long as none sends much more than its share.
 */
export function deal(ids: readonly string[], costs: Costs, count: number): ReadonlySet<string>[] {
  const hands = Array.from({ length: count }, (): Hand => ({ ids: new Set(), calls: new Set() }));
  const all = new Set(ids.flatMap((id) => [...costOf(costs, id)])).size;
  const share = Math.max(all / count, ...ids.map((id) => costOf(costs, id).size)) * slack;
  const dearest = ids.toSorted(
    (one, other) => costOf(costs, other).size - costOf(costs, one).size || (one < other ? -1 : 1),
  );
  for (const id of dearest) {
    const calls = [...costOf(costs, id)];
    const bids = hands.map((hand) => {
      const more = calls.filter((call) => !hand.calls.has(call)).length;
      const after = hand.calls.size + more;
      return { hand, rank: after > share ? [1, after] : [0, more, after, hand.ids.size] };
    });
    const [best] = bids.sort((one, other) => compare(one.rank, other.rank));
    best?.hand.ids.add(id);
    for (const call of calls) best?.hand.calls.add(call);
  }
  return hands.map((hand) => hand.ids);
}

/** Compares lists of numbers, the first difference deciding. */
function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((number, index) => number !== other[index]);
  return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0);
}

/** What a report says of a shard, given the ids of all rules of the whole run. */
export const noteOf = ({ index, count }: Shard, rules: Iterable<string>): ShardNote => ({
  index,
  count,
  rulesSha256: digestOf(rules),
});

/** What all shards of one run have in common: a digest of the ids of all its rules. */
export const digestOf = (rules: Iterable<string>): string =>
  createHash('sha256')
    .update([...rules].sort().join('\n'))
    .digest('hex');

/** The rules and observations of a catalogue. */
export const idsOf = ({ rules, observations }: Catalogue): string[] => [
  ...new Set([...rules, ...observations].map(({ id }) => id)),
];
