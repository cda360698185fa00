import { at, withAt } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { overlookInBody } from '../../../mutants/request.ts';

const name = ['data', 'payment_authority', 'name'];

export default rule({
  title: 'spaces around the name in a payment authority do not count toward its least length',
  claims: [attemptsAt('subscription/request-payment-name-spaces', profiles.subscription)],
  mutants: [
    {
      name: 'spaces count like letters',
      wire: overlookInBody('subscription', (json) => {
        const given = at(json, ...name);
        return typeof given === 'string' && given.trim() !== given
          ? withAt(json, name, given.trim().padEnd(3, 'a'))
          : undefined;
      }),
    },
  ],
});
