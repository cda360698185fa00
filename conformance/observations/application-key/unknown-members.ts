import { observation } from '../../core/rule.ts';
import { outcomeOf } from '../../core/status.ts';
import { withLiberty } from '../../interface/observing/liberties.ts';

export default observation({
  asks: 'what becomes of a key request with a member of an unknown name?',
  look: async (look) => outcomeOf(await withLiberty(look, 'application-key', 'an unknown member')),
});
