import { outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { withLiberty } from '../../../interface/observing/liberties.ts';

export default observation('unknown-members', async (look) =>
  outcomeAs(await withLiberty(look, 'subscription', 'an unknown field'), 'ignored', 'refused'),
);
