import type { Mutant } from '../../../../src/http/exchange.ts';
import { at, type Json, withAt } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { jsonOfCall, overlookInBody } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

const sentAt = ['data', 'currency'];

const currencyOf = (json: Json | undefined): string => String(at(json, ...sentAt));

const isUnknown = (currency: string): boolean =>
  /^[A-Z]{3}$/.test(currency) && !Intl.supportedValuesOf('currency').includes(currency);

/** Takes and shows currencies that there are not, as though they were dollars. */
const takeAnyCurrency: Mutant = (next, contract) =>
  changeReply('subscription', (json, call) => {
    const sent = currencyOf(jsonOfCall(call));
    return isUnknown(sent) ? withAt(json, ['data', 'attributes', 'currency'], sent) : undefined;
  })(
    overlookInBody('subscription', (json) =>
      isUnknown(currencyOf(json)) ? withAt(json, sentAt, 'USD') : undefined,
    )(next, contract),
    contract,
  );

export default rule({
  title: 'a currency that is not an ISO code is rejected',
  claims: [attemptsAt('subscription/request-currency-unknown', profiles.subscription)],
  mutants: [{ name: 'any three capital letters are accepted as currency', wire: takeAnyCurrency }],
});
