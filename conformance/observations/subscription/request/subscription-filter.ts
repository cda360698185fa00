import { outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { creationCall } from '../../../interface/calls.ts';
import { specimen } from '../../../interface/creations/specimen.ts';
import { creation } from '../../../interface/observing/created.ts';

export default observation('subscription-filter', async (look) => {
  await creation(look, 'subscription');
  const call = creationCall(look, 'subscription', specimen(look, 'subscription'));
  const answer = await look.send({ ...call, target: `${call.target}?filter=eq(name,assay)` });
  return outcomeAs(answer, 'ignored', 'refused');
});
