import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { echoedId } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';

const shownAt = ['data', 'attributes', 'offering', 'id'];

export default rule({
  title: 'a returned offering.id is the offering_id that was sent',
  shows: 'content',
  claims: [echoedId('offering_id', shownAt)],
  mutants: [
    {
      name: 'the offering shown is always the same',
      wire: changeReply('subscription', (json) =>
        withAt(json, shownAt, '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41'),
      ),
    },
    {
      name: 'the offering shows the id of the plan',
      wire: changeReply('subscription', (json) =>
        withAt(json, shownAt, String(at(json, 'data', 'attributes', 'plan_id'))),
      ),
    },
  ],
});
