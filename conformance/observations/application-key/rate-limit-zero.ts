import { observation } from '../../core/rule.ts';
import { outcomeWith } from '../../interface/observing/edited.ts';

export default observation('rate-limit-zero', (look) =>
  outcomeWith(look, 'application-key', ['data', 'reserved_rate_limit'], 0),
);
