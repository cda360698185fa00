import { observation } from '../../../core/rule.ts';
import { outcomeOf } from '../../../core/status.ts';
import { creationCall } from '../../../interface/calls.ts';
import { specimen } from '../../../interface/creations/specimen.ts';
import { creation } from '../../../interface/observing/created.ts';

export default observation({
  asks: 'what becomes of a subscription request with a filter?',
  look: async (look) => {
    await creation(look, 'subscription');
    const call = creationCall(look, 'subscription', specimen(look, 'subscription'));
    return outcomeOf(await look.send({ ...call, target: `${call.target}?filter=eq(name,assay)` }));
  },
});
