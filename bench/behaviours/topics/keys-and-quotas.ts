import type { Behaviour } from '../behaviour.ts';
import type { OperatorFile } from '../server/operator-file.ts';
import type { KeyRequest, KeyWays } from '../server/ways.ts';

const [least, most] = [10, 100];
const isInRange = ({ reserved_rate_limit: limit = null }: KeyRequest): boolean =>
  limit === null || (limit >= least && limit <= most);
const rejectOutside = { reject: (request: KeyRequest) => (isInRange(request) ? undefined : 422) };

const quotaPermitted =
  'Principle P3: what is rejected because a quota is used up is not exercised; quotas are not shown.';
const usedUp = {
  because: 'the quota is used up before most rules are tested; the verdict names an account with more room',
};

export const keysAndQuotas: readonly Behaviour[] = [
  {
    name: 'rate-limit-range',
    does: 'Takes rate limits from 10 to 100 and rejects others; the operator names the number.',
    permitted: 'Section 8: the range of reserved_rate_limit is not shown; reading 9.',
    numbers: [least, most],
    ways: () => ({ keys: rejectOutside }),
    file: (usual, number) => ({ ...usual, key: { reserved_rate_limit: number } }),
  },
  {
    name: 'rate-limit-range-not-named',
    does: 'Takes rate limits from 10 to 100 and rejects others; the operator names none.',
    permitted:
      'Section 8: the range of reserved_rate_limit is not shown; principle P2: no rate limit of ours is known-good.',
    ways: () => ({ keys: rejectOutside }),
    file: ({ key: _, ...others }: OperatorFile) => others,
  },
  {
    name: 'rate-limit-clamped',
    does: 'Turns rate limits outside 10 to 100 into the nearest within, and shows that.',
    permitted: 'Reading 9: a rate limit that is not known-good should come back as sent, and need not.',
    ways: () => ({ keys: { keptRateLimit: (sent) => Math.min(most, Math.max(least, sent)) } }),
    file: (usual) => ({ ...usual, key: { reserved_rate_limit: 20 } }),
  },
  {
    name: 'rate-limit-pool',
    does: 'Shares out a pool of twelve reservable requests, and rejects a key that wants more than is left.',
    permitted:
      'Section 8: what reserved_rate_limit means is not shown; section 4.1 has no way to give one back.',
    times: 3,
    ways: () => ({ keys: { reject: beyondPool(12) } }),
    falsePositive: {
      because:
        'earlier checks emptied the pool, keys without a rate limit are still created, and so the rejection of the rate limit that the operator declared looks like a broken promise',
      fromRun: 3,
    },
  },
  {
    name: 'key-quota',
    does: 'Creates as many keys as the number, and rejects more with 409.',
    permitted: quotaPermitted,
    numbers: [1, 2],
    ways: (number) => ({ keys: quota(number, 409) }),
    undetermined: usedUp,
  },
  {
    name: 'key-quota-as-bad-input',
    does: 'Creates as many keys as the number, and rejects more with 422, as it does bad input.',
    permitted: quotaPermitted,
    numbers: [4],
    ways: (number) => ({ keys: quota(number, 422) }),
  },
  {
    name: 'key-quota-as-limiter',
    does: 'Creates as many keys as the number, and answers 429 to all that follow.',
    permitted: `${quotaPermitted} Reading 28: 429 is never a verdict.`,
    numbers: [3],
    ways: (number) => ({ keys: quota(number, 429) }),
  },
  {
    name: 'no-keys-left',
    does: 'Creates no key at all, since its quota is used up.',
    permitted: quotaPermitted,
    ways: () => ({ keys: quota(0, 403) }),
    undetermined: { because: 'no key is ever created, so that nothing of section 4.1 is seen' },
  },
  {
    name: 'subscription-quota',
    does: 'Creates as many subscriptions as the number, and rejects more with 422.',
    permitted: quotaPermitted,
    numbers: [3],
    ways: (number) => ({
      subscriptions: { reject: (_, earlier) => (earlier.length >= number ? 422 : undefined) },
    }),
    undetermined: usedUp,
  },
];

const quota = (number: number, status: number): KeyWays => ({
  reject: (_, earlier) => (earlier.length >= number ? status : undefined),
});

/** What was reserved before counts, for as long as the server lives. */
function beyondPool(size: number) {
  return (request: KeyRequest, earlier: readonly KeyRequest[]): number | undefined => {
    const reserved = [...earlier, request].reduce((sum, { reserved_rate_limit: one }) => sum + (one ?? 0), 0);
    return reserved > size ? 422 : undefined;
  };
}
