import type { Transport } from '../../../src/http/exchange.ts';
import { clientOf, type Shop } from './client.ts';

/** Somebody who uses the interface for what it is there for. */
export type Session = (transport: Transport, shop: Shop) => Promise<void>;

/** A shop page: shows the first products of each node, leafs through one, looks for some by name, slug and id, and goes back. */
const shopPage: Session = async (transport, shop) => {
  const { list } = clientOf(transport, shop);
  for (const node of shop.nodes) {
    const first = await list(node, { limit: 12 });
    for (let offset = 12; offset < Math.min(first.total ?? 0, 60); offset += 12)
      await list(node, { limit: 12, offset });
    const [one, other] = first.products;
    for (const filter of [
      ...(one?.name === undefined ? [] : [`eq(name,${one.name})`]),
      ...(one?.slug === undefined ? [] : [`eq(slug,${one.slug})`]),
      ...(other?.slug === undefined ? [] : [`eq(slug,${other.slug})`]),
      ...(one?.id === undefined ? [] : [`in(id,${one.id})`]),
      'eq(slug,nothing-is-called-so)',
    ])
      await list(node, { limit: 12, filter });
    await list(node, { limit: 12 });
  }
};

/** An importer: makes a few keys, and subscribes one account to one plan again and again, paid and unpaid. */
const importer: Session = async (transport, shop) => {
  const { createKey, subscribe } = clientOf(transport, shop);
  for (const name of ['Warehouse', 'Till 1', 'Till 2', 'Reports'])
    await createKey({ type: 'application_key', name });
  for (const [index, amount] of [5, 20].entries())
    await createKey({ type: 'application_key', name: `Robot ${index}`, reserved_rate_limit: amount });
  for (const external_ref of ['order-1001', 'order-1002', 'order-1003'])
    await subscribe({ ...shop.subscription, external_ref });
  await subscribe(shop.subscription);
  await subscribe({
    ...shop.subscription,
    external_ref: 'order-1004',
    payment_authority: {
      type: 'payments_gateway_a',
      name: 'Ada Lovelace',
      email: 'ada@shop.example',
      customer_id: 'customer-4711',
      card_id: 'card-0815',
    },
  });
};

/** A nightly walk: reads every product of every node in the largest pages, until a page comes short. */
const nightlyWalk: Session = async (transport, shop) => {
  const { list } = clientOf(transport, shop);
  for (const node of shop.nodes) {
    for (let offset = 0; offset <= 10_000; offset += 100) {
      const { products } = await list(node, { limit: 100, offset });
      if (products.length < 100) break;
    }
  }
};

/** The three sessions, by name. */
export const sessions: Readonly<Record<string, Session>> = {
  'a shop page that browses and filters': shopPage,
  'an importer that creates': importer,
  'a nightly walk': nightlyWalk,
};
