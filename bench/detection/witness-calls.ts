import type { Header, HttpRequest } from '../../src/http/exchange.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { catalog } from '../servers.ts';
import { bearer, subscribable } from './examples.ts';

export const json: Header = ['content-type', 'application/json'];
export const authorization: Header = ['authorization', bearer];

const post =
  (target: string) =>
  (data: Json, headers: readonly Header[] = [authorization, json], tail = ''): HttpRequest => ({
    method: 'POST',
    target,
    headers,
    body: Buffer.from(JSON.stringify({ data }) + tail),
  });

/** Asks for a key. */
export const key = post('/v2/application-keys');
/** Asks for a subscription. */
export const subscribe = post('/subscriptions/subscriptions');

const nodes = catalog.hierarchies.flatMap(({ id, nodes: own }) =>
  own.map((node) => ({ hierarchy: id, node })),
);

/** The products of the node of that name, drafts among them. */
export const productsAt = (name: string) => nodes.find(({ node }) => node.name === name)?.node.products ?? [];

/** Asks for the listing of the node of that name. */
export function list(name: string, query: Readonly<Record<string, string | number>> = {}): HttpRequest {
  const { hierarchy, node } = nodes.find((one) => one.node.name === name) ?? {};
  const texts = Object.entries(query).map(([each, value]): [string, string] => [each, String(value)]);
  const search = new URLSearchParams(texts);
  const target = `/pcm/hierarchies/${hierarchy}/nodes/${node?.id}/products?${search}`;
  return { method: 'GET', target, headers: [authorization] };
}

/** The least a key is made from. */
export const plain = { type: 'application_key', name: 'Witness' };
/** The least a subscription is made from. */
export const least: JsonObject = { ...subscribable, currency: 'USD' };
/** A payment authority that is taken. */
export const payment = {
  type: 'payments_gateway_a',
  customer_id: 'fake-customer',
  card_id: 'fake-card',
  name: 'Example Payer',
  email: 'payer@example.com',
};
