import { identifierFor } from './identifiers.js';
import { rowWriter } from './rows.js';

const accounts = 200;

export function fillSubscriptionTerms(database) {
  const write = rowWriter(database);
  for (let number = 1; number <= accounts; number += 1) {
    write('accounts', { id: identifierFor(`account ${number}`), name: `Account ${number}` });
  }

  const offering = identifierFor('offering coffee');
  write('offerings', {
    id: offering,
    external_ref: 'coffee-club',
    name: 'Coffee Club',
    description: 'Freshly roasted coffee and a new cup now and then.',
    owner: 'store',
    created_at: '2025-02-03T09:00:00.000Z',
    updated_at: '2025-05-19T14:30:00.000Z',
  });
  for (const reference of ['beans-1kg', 'cup-of-the-season', 'filter-papers']) {
    write('offering_products', { offering_id: offering, external_ref: reference });
  }
  for (const name of ['Monthly', 'Yearly']) {
    const plan = identifierFor(`plan ${name}`);
    write('plans', { id: plan, name });
    write('offering_plans', { offering_id: offering, plan_id: plan });
  }

  write('gateway_cards', { gateway: 'payments_gateway_b', customer_id: 'customer-4711', card_id: 'card-0815' });
}
