import { at, withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { mustRefuse } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { overlookInBody } from '../../mutants/request.ts';

export default rule({
  clause: 'subscription-request-currency-form',
  title: 'a currency that is not three capitals is refused',
  needs: ['subscription/bad-input-not-crash'],
  check: async (probe) => {
    const control = specimen(probe.contract, probe.target, 'subscription');
    const { currency } = probe.target.subscription;
    for (const misshapen of [currency.toLowerCase(), currency.slice(0, 2), `${currency}X`]) {
      const body = withAt(control, ['data', 'currency'], misshapen);
      const what = `a request in the currency "${misshapen}"`;
      await mustRefuse(probe, 'subscription', { control, body, what });
    }
  },
  mutants: [
    { name: 'no form of a currency is asked for', amend: { constraint: 'subscription/currency/pattern' } },
    { name: 'lower case passes for a currency', wire: read((currency) => currency.toUpperCase()) },
    { name: 'a currency is cut to three letters', wire: read((currency) => currency.slice(0, 3)) },
    {
      name: 'a country passes for a currency',
      wire: read((currency) => (currency.length === 2 ? 'USD' : currency)),
    },
  ],
});

/** Reads a currency short of the bound in a generous way. */
function read(generously: (currency: string) => string) {
  return overlookInBody('subscription', (json) => {
    const currency = at(json, 'data', 'currency');
    if (typeof currency !== 'string' || currency.length > 10) return undefined;
    return withAt(json, ['data', 'currency'], generously(currency));
  });
}
