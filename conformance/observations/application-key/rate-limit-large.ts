import { outcomeAs } from '../../core/observed.ts';
import { observation } from '../../core/rule.ts';
import { withLiberty } from '../../interface/observing/liberties.ts';

export default observation('rate-limit-large', async (look) =>
  outcomeAs(await withLiberty(look, 'application-key', 'a very large limit'), 'accepted', 'refused'),
);
