import { observation } from '../../core/rule.ts';
import { outcomeOf } from '../../core/status.ts';
import { edited, withCredentials } from '../../interface/observing/edited.ts';

export default observation({
  asks: 'what becomes of a made-up bearer token?',
  look: async (look) =>
    outcomeOf(await edited(look, 'application-key', withCredentials('Bearer assay-made-this-up'))),
});
