import { named } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { refusedWithout } from '../../../interface/observing/edited.ts';

export default observation('refusal-status', async (look) =>
  named('refusal-status', (await refusedWithout(look, 'subscription', 'plan_id')).reply.status),
);
