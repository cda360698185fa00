import { at, isObject, withoutAt } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { neverAccepted } from '../../../interface/creations/never-accepted.ts';
import { overlookInBody } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

const payment = ['data', 'payment_authority'];

export default rule({
  title: 'a request with an empty payment_authority is rejected',
  claims: [
    attemptsAt('subscription/request-payment-authority-empty', profiles.subscription),
    neverAccepted(({ path }, { json }) => path.length > payment.length && isEmpty(at(json, ...payment))),
  ],
  mutants: [
    {
      name: 'an empty payment_authority is accepted',
      wire: overlookInBody('subscription', (json) =>
        isEmpty(at(json, ...payment)) ? withoutAt(json, payment) : undefined,
      ),
    },
  ],
});

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
