import { observation } from '../../../core/rule.ts';
import { sameValue } from '../../../interface/observing/repeats.ts';

export default observation('repeated-external-ref', (look) =>
  sameValue(look, 'subscription', ['data', 'external_ref']),
);
