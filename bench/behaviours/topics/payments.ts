import type { Behaviour } from '../behaviour.ts';
import { defaultSet, type OperatorFile, realCard } from '../server/operator-file.ts';
import type { SubscriptionRequest } from '../server/ways.ts';

export const payments: readonly Behaviour[] = [
  {
    name: 'card-checked',
    does: 'Asks the gateway whether a card is real, and rejects others with the number as status; the operator names a real one.',
    permitted:
      'Reading 6: acceptance at the bounds of a payment authority needs vouching; principle P7: one real card leaves no room.',
    numbers: [400, 402, 409, 422],
    ways: (status) => ({ subscriptions: { reject: unlessRealCard(status) } }),
    file: withCard(realCard),
  },
  {
    name: 'card-checked-none-named',
    does: 'Asks the gateway whether a card is real, and rejects others; the operator names none.',
    permitted: 'Principle P2: no payment authority of ours is known-good.',
    ways: () => ({ subscriptions: { reject: unlessRealCard(402) } }),
    file: withoutCard,
  },
  {
    name: 'one-gateway-none-named',
    does: 'Works with the second gateway only; the operator names no payment.',
    permitted: 'Reading 5: a shop with one gateway conforms.',
    ways: () => ({ subscriptions: { gateways: ['payments_gateway_b'] } }),
    file: withoutCard,
  },
  {
    name: 'one-gateway',
    does: 'Works with the second gateway only; the operator names a card there.',
    permitted: 'Reading 5: a shop with one gateway conforms.',
    ways: () => ({ subscriptions: { gateways: ['payments_gateway_b'] } }),
    file: withCard({ ...realCard, type: 'payments_gateway_b' }),
  },
  {
    name: 'example-addresses-rejected',
    does: 'Rejects e-mail addresses at domains kept for examples; the operator names another.',
    permitted:
      'Section 4.2: the address has an e-mail format, and which addresses exist is not shown; principle P2: only the rejection of known-good values is evidence.',
    ways: () => ({ subscriptions: { reject: exampleAddress } }),
    file: withCard(realCard),
  },
  {
    name: 'example-addresses-rejected-none-named',
    does: 'Rejects e-mail addresses at domains kept for examples; the operator names no payment.',
    permitted: 'Principle P2: no payment authority of ours is known-good.',
    ways: () => ({ subscriptions: { reject: exampleAddress } }),
    file: withoutCard,
  },
  {
    name: 'one-currency',
    does: 'Sells in Swiss francs only; the operator says so.',
    permitted: 'Reading 4: which other currencies a target takes is observed.',
    ways: () => ({ subscriptions: { currencies: ['CHF'] } }),
    file: (usual) => ({ ...usual, subscription: { ...defaultSet, currency: 'CHF', payment: 'any' } }),
  },
  {
    name: 'one-currency-not-named',
    does: 'Sells in Swiss francs only; the operator does not say so.',
    permitted: 'Reading 4: dollars are tried where no currency is named, and their rejection is no breach.',
    ways: () => ({ subscriptions: { currencies: ['CHF'] } }),
    file: (usual) => {
      const { account_id, offering_id, plan_id } = defaultSet;
      return { ...usual, subscription: { account_id, offering_id, plan_id } };
    },
    undetermined: { because: 'no subscription is ever created, and the verdict names subscription.currency' },
  },
];

function withCard(payment: Readonly<Record<string, string>>) {
  return (usual: OperatorFile): OperatorFile => ({ ...usual, subscription: { ...defaultSet, payment } });
}

function withoutCard(usual: OperatorFile): OperatorFile {
  return { ...usual, subscription: defaultSet };
}

function unlessRealCard(status: number) {
  return ({ payment_authority: payment }: SubscriptionRequest): number | undefined =>
    payment && !(payment.customer_id === realCard.customer_id && payment.card_id === realCard.card_id)
      ? status
      : undefined;
}

const exampleAddress = ({ payment_authority: payment }: SubscriptionRequest): number | undefined =>
  payment && /example\.(com|org|net)$/.test(payment.email) ? 422 : undefined;
