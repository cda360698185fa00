import { readable } from '../../creation/needs.ts';
import { replies } from '../../engine/evidence.ts';
import { mustBeJsonType } from '../../engine/media-type.ts';
import { rule } from '../../engine/rule.ts';
import { changeHeader } from '../../mutants/reply.ts';

export default rule({
  clause: 'subscription-content-type',
  title: 'a new subscription has a JSON Content-Type',
  needs: readable('subscription'),
  check: async (probe) => {
    for (const answer of await replies(probe, 'subscription')) mustBeJsonType(probe, answer);
  },
  mutants: [
    {
      name: 'subscriptions are called HTML',
      wire: changeHeader('subscription', 'content-type', 'text/html; charset=utf-8'),
    },
    {
      name: 'subscriptions are called JSON without a kind',
      wire: changeHeader('subscription', 'content-type', 'json'),
    },
  ],
});
