import { createHash, createHmac } from 'node:crypto';
import type { Identity } from '../core/claim.ts';
import { keyOfNode } from '../interface/read-answer.ts';
import type { Job } from './gather.ts';

/** One part of a run over several machines: from 1 to `count`. */
export type Shard = { readonly index: number; readonly count: number };

/** Which part of a run over several machines a report is about. */
export type ShardNote = Shard & {
  /** Of the ids of all rules of the whole run: shards of the same run have the same. */
  readonly rulesSha256: string;
};

/**
 * The jobs of one shard: they are dealt out in turn, the same on each machine. What comes first and last on a node
 * belongs to every shard that asks anything of that node.
 */
export function jobsOfShard(jobs: readonly Job[], { index, count }: Shard): Job[] {
  const dealt = jobs.filter(({ experiment: { when } }) => when !== 'first' && when !== 'last');
  const own = new Set(dealt.filter((_, place) => place % count === index - 1));
  const nodes = new Set([...own].map(({ node }) => node && keyOfNode(node)));
  return jobs.filter((job) =>
    dealt.includes(job) ? own.has(job) : nodes.has(job.node && keyOfNode(job.node)),
  );
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

/** How a creation is distinguished, hashed: what it shows, and what it was asked for. */
export type HashedIdentity = readonly [value: string, askedFor: string];

/**
 * How rules tell creations apart, hashed, so that shards can be compared and no value is shown. The key is
 * the same in all shards of a run.
 */
export const hashedIdentities = (
  identities: ReadonlyMap<string, readonly Identity[]>,
  key: string,
): Record<string, readonly HashedIdentity[]> => {
  const hashed = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 24);
  return Object.fromEntries(
    [...identities].map(([rule, seen]) => [
      rule,
      seen.map(({ value, askedFor }): HashedIdentity => [hashed(value), hashed(askedFor)]),
    ]),
  );
};
