import { type StartProxyOptions, startProxy } from '../../conformance/proxy/start-proxy.ts';
import type { Finding } from '../../conformance/report/report.ts';
import { subscriptionIds } from '../../spec/stub/subscription.ts';
import type { StubOptions } from '../../src/stub/create-stub.ts';
import { catalog, makeStub, nodeNamed } from '../stub/shop-stub.ts';

/** The token that the client sends, and who pays: nobody is to read them in a report. */
export const secrets = { token: 'tok-5f2e9a71c0', card: 'card-88d1f3a2b4', customer: 'cus-0c9e7d61' };

/** A shop behind a proxy. */
export async function shopBehind(stub: Partial<StubOptions> = {}, options: Partial<StartProxyOptions> = {}) {
  const stack = new AsyncDisposableStack();
  const listening = stack.use(await makeStub(stub).listen());
  const live: Finding[] = [];
  const proxy = stack.use(
    await startProxy({ upstream: listening.baseUrl, onFinding: (finding) => live.push(finding), ...options }),
  );
  const seen: string[] = [];
  const send = async (path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(proxy.url + path, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${secrets.token}`, 'content-type': 'application/json' },
    });
    const [, secret] = /"client_secret":\s*"([^"]+)"/.exec(await response.clone().text()) ?? [];
    if (secret !== undefined) seen.push(secret);
    return response;
  };
  return { proxy, live, send, secretsSeen: () => seen, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const { path, products } = nodeNamed(catalog.hierarchies[0]?.nodes[0]?.name ?? '');

/** What a page of a shop asks for while somebody looks around in it, and buys. */
export async function browse(send: (path: string, body?: unknown) => Promise<Response>): Promise<number[]> {
  const [one, other] = products.map(({ id }) => id);
  const statuses: number[] = [];
  const ask = async (target: string, body?: unknown): Promise<void> => {
    const response = await send(target, body);
    await response.arrayBuffer();
    statuses.push(response.status);
  };
  for (const query of ['', '?page[limit]=3', '?page[limit]=3&page[offset]=3', '?page[limit]=100'])
    await ask(path + query);
  await ask(`${path}?filter=in(id,${one},${other})`);
  await ask(`${path}?include=component_products&page[limit]=5`);
  for (const name of ['web', 'app'])
    await ask('/v2/application-keys', { data: { type: 'application_key', name, reserved_rate_limit: 5 } });
  const payment = {
    type: 'payments_gateway_a',
    card_id: secrets.card,
    customer_id: secrets.customer,
    name: 'A Payer',
    email: 'payer@example.com',
  };
  for (const external_ref of ['a', 'b'])
    await ask('/subscriptions/subscriptions', {
      data: { ...subscriptionIds(catalog), currency: 'USD', external_ref, payment_authority: payment },
    });
  return statuses;
}
