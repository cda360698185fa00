import { at, withAt } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { overlookInBody } from '../../../mutants/request.ts';

export default rule({
  title: 'a currency that ISO never gave out is refused',
  claims: [attemptsAt('subscription/request-currency-unknown', profiles.subscription)],
  mutants: [
    {
      name: 'any three capitals pass for a currency',
      wire: overlookInBody('subscription', (json) =>
        isUnknown(String(at(json, 'data', 'currency')))
          ? withAt(json, ['data', 'currency'], 'USD')
          : undefined,
      ),
    },
  ],
});

const isUnknown = (currency: string): boolean =>
  /^[A-Z]{3}$/.test(currency) && !Intl.supportedValuesOf('currency').includes(currency);
