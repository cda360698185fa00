import { outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { withUnspecified } from '../../../interface/subscription/unspecified.ts';

export default observation('subscription-filter', async (look) =>
  outcomeAs(await withUnspecified(look, 'filter'), 'ignored', 'refused'),
);
