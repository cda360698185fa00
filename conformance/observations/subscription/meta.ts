import { at, withAt } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { isAccepted } from '../../engine/acceptance.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { jsonOf } from '../../engine/reading.ts';
import { observation } from '../../engine/rule.ts';

const statusPath = ['data', 'attributes', 'meta', 'status'];
const longAgo = '2001-02-03T04:05:06Z';

export default observation({
  clause: 'subscription-request-meta',
  asks: 'what becomes of meta that a client sends along?',
  look: async (look) => {
    const usual = at(await created(look, 'subscription'), ...statusPath);
    const status = usual === 'inactive' ? 'active' : 'inactive';
    const meta = { owner: 'store', status, timestamps: { created_at: longAgo, updated_at: longAgo } };
    const control = specimen(look.contract, look.target, 'subscription');
    const answer = await submit(look, 'subscription', withAt(control, ['data', 'meta'], meta));
    if (!isAccepted(answer)) return outcomeOf(answer);
    const taken = at(jsonOf(answer.reply), ...statusPath) === status;
    return taken ? 'accepted, its status taken over' : 'accepted, its status ignored';
  },
});
