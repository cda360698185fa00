import { at, withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { mustRefuse } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { overlookInBody } from '../../mutants/request.ts';

export default rule({
  clause: 'subscription-request-currency-unknown',
  title: 'a currency that ISO never gave out is refused',
  needs: ['subscription/bad-input-not-crash', 'subscription/request-currency-form'],
  check: async (probe) => {
    const control = specimen(probe.contract, probe.target, 'subscription');
    const body = withAt(control, ['data', 'currency'], 'ZZZ');
    await mustRefuse(probe, 'subscription', { control, body, what: 'a request in the currency "ZZZ"' });
  },
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
