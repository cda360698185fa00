import { at, withAt } from '../../../src/wire/json.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';

export default rule({
  clause: 'subscription-id-distinct',
  title: 'no two subscriptions show the same id',
  needs: ['subscription/response.data.id/type', 'subscription/response.data.id/format'],
  evidence: 'content',
  check: async (probe) => {
    const shown = bodies(await replies(probe, 'subscription')).flatMap(({ answer, json }) => {
      const id = at(json, 'data', 'id');
      return typeof id === 'string' ? [{ answer, id: id.toLowerCase() }] : [];
    });
    probe.occasion(shown.length > 1, 'fewer than two subscriptions showed an id');
    for (const [index, { answer, id }] of shown.entries()) {
      const before = shown.slice(0, index).find((other) => other.id === id);
      const both = before ? [before.answer, answer] : [answer];
      probe.must(!before, 'an id that no other subscription has', 'the same in two subscriptions', ...both);
    }
  },
  mutants: [
    {
      name: 'every subscription has the same id',
      wire: changeReply('subscription', (json) =>
        withAt(json, ['data', 'id'], '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41'),
      ),
    },
    {
      name: 'a subscription has the id of its account',
      wire: changeReply('subscription', (json) =>
        withAt(json, ['data', 'id'], String(at(json, 'data', 'attributes', 'account_id'))),
      ),
    },
  ],
});
