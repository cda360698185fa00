import { observation } from '../../../core/rule.ts';
import { refusedWithout } from '../../../interface/observing/edited.ts';
import { bodyForm } from '../../../interface/observing/error-body.ts';

export default observation({
  asks: 'what does the body of a refused subscription request look like?',
  look: async (look) => bodyForm((await refusedWithout(look, 'subscription', 'plan_id')).reply),
});
