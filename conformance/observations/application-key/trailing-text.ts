import { outcomeAs } from '../../core/observed.ts';
import { observation } from '../../core/rule.ts';
import { edited } from '../../interface/observing/edited.ts';

export default observation('trailing-text', async (look) =>
  outcomeAs(
    await edited(look, 'application-key', { text: (written) => `${written} and more` }),
    'ignored',
    'refused',
  ),
);
