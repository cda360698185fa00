import { observation } from '../../core/rule.ts';
import { wasAccepted } from '../../core/status.ts';
import { withoutRateLimit } from '../../interface/application-key/without-rate-limit.ts';
import { outcomeWith } from '../../interface/observing/edited.ts';

export default observation('rate-limit-zero', async (look) => {
  const seen = await withoutRateLimit(look);
  if (!seen || !wasAccepted(seen))
    return outcomeWith(look, 'application-key', ['data', 'reserved_rate_limit'], 0);
  look.show(seen);
  return 'accepted';
});
