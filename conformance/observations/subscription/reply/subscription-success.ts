import { named } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { creation } from '../../../interface/observing/created.ts';

export default observation('subscription-success', async (look) =>
  named('subscription-success', (await creation(look, 'subscription')).reply.status),
);
