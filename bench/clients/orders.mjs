// biome-ignore-all format: one check a line
// The tests of a small client of examples/orders, which depends on nothing but the contract. A variant replaces some of its text.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export async function testClient(base) {
  const customer = { name: `Ada ${Math.random()}` };

  async function send(method, path, body, headers = {}) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    for (const attempt of [1, 2, 3]) {
      try {
        const response = await fetch(new URL(path, `${base}/`), {
          method,
          redirect: 'manual',
          headers: { authorization: 'Bearer orders-token', ...(body ? { 'content-type': type } : {}), ...headers },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        if (![429, 503].includes(response.status)) return { status: response.status, isOk: response.ok, headers: response.headers, url: response.url, json: response.ok && text ? JSON.parse(text) : undefined };
        await sleep(1000 * Number(response.headers.get('retry-after') ?? 0));
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
    throw new Error('the server was busy three times');
  }
  const isRejection = ({ status }) => status >= 400 && status < 500;
  const expectRejection = { 'assay-expect': 'rejection' };
  const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();
  /** What was written may be listed a little later. */
  async function soon(check) {
    for (let attempt = 1; ; attempt += 1) {
      if (await check()) return;
      assert(attempt < 40, 'it never came true');
      await sleep(100);
    }
  }
  /** The address of the next page, if there is one. */
  function nextOf({ headers, url }) {
    const [, next] = /<([^>]*)>; *rel="?next/.exec(headers.get('link') ?? '') ?? [];
    return next === undefined ? undefined : new URL(next, url).href;
  }
  async function readAll(query) {
    const all = [];
    for (let address = `orders?${new URLSearchParams(query)}`; address !== undefined; ) {
      const page = await send('GET', address);
      assert(page.isOk);
      all.push(...page.json);
      address = nextOf(page);
    }
    return all;
  }

  // An order is created, read and listed.
  const created = await send('POST', 'orders', { customer, amount: 1200, tags: ['new'], remark: null });
  assert(created.isOk);
  const order = created.json;
  assert(order.uuid.length > 0);
  assert(!Number.isNaN(Date.parse(order.placed_at)));
  assert.equal(order.amount, 1200);
  const read = await send('GET', `orders/${order.uuid}`);
  assert.equal(read.json.customer.name, customer.name);
  await soon(async () => (await readAll({ customer: customer.name, state: order.state })).some(({ uuid }) => isSame(uuid, order.uuid)));

  // All orders, whatever the pages.
  const all = await readAll({ per_page: 20 });
  assert.equal(new Set(all.map(({ uuid }) => uuid)).size, all.length);
  assert(all.length > 5);
  assert(all.every(({ customer: { email } }) => (email ?? '').length < 1000));
  const past = await send('GET', 'orders?page=4000');
  assert(!past.isOk || past.json.length === 0);
  const cheap = await readAll({ sort: 'amount', direction: 'asc' });
  assert(cheap.every(({ amount }, index) => index === 0 || cheap[index - 1].amount <= amount));

  // It is changed, and deleted.
  const changed = await send('PATCH', `orders/${order.uuid}`, { amount: 900 });
  assert.equal(changed.json.amount, 900);
  const removed = await send('DELETE', `orders/${order.uuid}`);
  assert(removed.isOk);
  const again = await send('DELETE', `orders/${order.uuid}`);
  assert(again.isOk || isRejection(again));
  assert(isRejection(await send('GET', `orders/${order.uuid}`)));

  // What is wrong is rejected.
  const wrong = await send('POST', 'orders', { customer, amount: -1 }, expectRejection);
  assert(isRejection(wrong));
}
