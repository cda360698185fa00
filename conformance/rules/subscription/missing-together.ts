import fc from 'fast-check';
import { at, isObject, type Json, withoutAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { mustRefuse } from '../../engine/acceptance.ts';
import { forAll, writingDraws } from '../../engine/fuzz.ts';
import { rule } from '../../engine/rule.ts';
import { jsonOfCall, takeWhere } from '../../mutants/request.ts';

/** What may be missing besides the plan. */
const others = ['account_id', 'offering_id', 'currency'];

type Draw = { readonly besides: readonly string[]; readonly extras: readonly string[] };

export default rule({
  clause: 'subscription-request-plan-id-required',
  title: 'a missing plan is not made good by what else is missing',
  needs: ['plan_id', ...others].map((member) => `subscription/${member}/required`),
  check: async (probe) => {
    const { contract, target } = probe;
    const claim = async ({ besides, extras }: Draw): Promise<void> => {
      const control = specimen(contract, target, 'subscription', extras);
      const missing = ['plan_id', ...besides];
      const body = missing.reduce<Json>((left, member) => withoutAt(left, ['data', member]), control);
      const what = `a request without ${missing.join(', ')}${extras.length > 0 ? ', but with a payment' : ''}`;
      await mustRefuse(probe, 'subscription', { control, body, what });
    };
    await claim({ besides: others, extras: [] });
    await claim({ besides: [], extras: ['payment_authority'] });
    const draw = fc.record({
      besides: fc.subarray(others, { minLength: 1 }),
      extras: fc.constantFrom([], ['payment_authority']),
    });
    await forAll(probe, 'missing-together', draw, claim, writingDraws(probe));
  },
  mutants: [
    {
      name: 'who pays needs no plan',
      wire: takeWhere('subscription', (call) => {
        const isPaid = at(jsonOfCall(call), 'data', 'payment_authority') !== undefined;
        return isPaid && missingIn(jsonOfCall(call)).join() === 'plan_id';
      }),
    },
    {
      name: 'with two members missing a subscription is kept as a draft',
      wire: takeWhere('subscription', (call) => missingIn(jsonOfCall(call)).length > 1),
    },
    {
      name: 'without a plan and a currency the offering decides',
      wire: takeWhere('subscription', (call) => {
        const missing = missingIn(jsonOfCall(call));
        return missing.includes('plan_id') && missing.includes('currency');
      }),
    },
  ],
});

function missingIn(json: Json | undefined): string[] {
  const data = at(json, 'data');
  return isObject(data) ? ['plan_id', ...others].filter((member) => data[member] === undefined) : [];
}
