import { isObject, type Json, type JsonObject } from '../../../json/json.ts';
import { choiceReason } from '../../replies/reason.ts';
import type { Problem } from '../../replies/rejection.ts';
import { enumAt } from '../../replies/schema.ts';
import { problemAt } from '../../requests/check-body.ts';
import type { Setup } from '../../requests/handler.ts';

/** The payer and the card that a shop knows which looks cards up. */
export const knownPayer = {
  customer_id: 'customer-of-fernhollow',
  card_id: 'card-of-fernhollow',
  name: 'Fern Hollow',
  email: 'fern@fernhollow.shop',
} as const;

/** The gateway that payments go through first, among those that the shop has. */
export function gatewayOf({ contract, choices }: Pick<Setup, 'contract' | 'choices'>): Json {
  const gateways = enumAt(contract.operations.subscription.request, ['data', 'payment_authority', 'type']);
  return (choices.gateways === 'second' ? gateways[1] : gateways[0]) ?? null;
}

/** Builds what tells why a shop turns a sound request down: its gateways, its cards, its money. */
export function createSubscriptionPolicy(setup: Setup): (data: JsonObject) => Problem[] {
  const { choices } = setup;
  const own = gatewayOf(setup);
  return (data) => {
    const payment = data.payment_authority;
    if (!isObject(payment))
      return choices['paid-plans'] === 'by-card' ? [problem('', 'has to be paid for', 'paid-plans')] : [];
    return [
      ...(choices.gateways !== 'both' && payment.type !== own
        ? [problem('/type', 'is no gateway of this shop', 'gateways')]
        : []),
      ...(choices.cards === 'known' && !isKnown(payment) ? [problem('/card_id', 'is unknown', 'cards')] : []),
      ...(choices['test-addresses'] === 'rejected' &&
      /@(.*\.)?example\.(com|org|net)$/i.test(String(payment.email))
        ? [problem('/email', 'gets no mail', 'test-addresses')]
        : []),
    ];
  };
}

const isKnown = (payment: JsonObject): boolean =>
  payment.customer_id === knownPayer.customer_id && payment.card_id === knownPayer.card_id;

const problem = (below: string, what: string, choice: Parameters<typeof choiceReason>[0]): Problem =>
  problemAt(`/data/payment_authority${below}`, what, choiceReason(choice));
