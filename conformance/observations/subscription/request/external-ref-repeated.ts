import { observation } from '../../../core/rule.ts';
import { sameValue } from '../../../interface/observing/repeats.ts';

export default observation({
  asks: 'may two subscriptions have the same external reference?',
  look: (look) => sameValue(look, 'subscription', ['data', 'external_ref']),
});
