import { observation } from '../../../core/rule.ts';
import { outcomeOf } from '../../../core/status.ts';
import { withLiberty } from '../../../interface/observing/liberties.ts';

export default observation({
  asks: 'what becomes of a subscription request with a member of an unknown name?',
  look: async (look) => outcomeOf(await withLiberty(look, 'subscription', 'an unknown member')),
});
