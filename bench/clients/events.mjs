// biome-ignore-all format: one check a line
// The tests of a small client of examples/events, which depends on nothing but the contract. A variant replaces some of its text.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export async function testClient(base) {
  const stream = `run-${String.fromCharCode(...Array.from({ length: 12 }, () => 97 + Math.floor(26 * Math.random())))}`;

  async function send(method, path, body, headers = {}) {
    for (const attempt of [1, 2, 3]) {
      try {
        const response = await fetch(base + path, {
          method,
          redirect: 'manual',
          headers: { authorization: `Basic ${btoa('events:secret')}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        if (![429, 503].includes(response.status)) return { status: response.status, isOk: response.ok, json: response.ok && text ? JSON.parse(text) : undefined };
        await sleep(1000 * Number(response.headers.get('retry-after') ?? 0));
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
    throw new Error('the server was busy three times');
  }
  const isRejection = ({ status }) => status >= 400 && status < 500;
  const expectRejection = { 'assay-expect': 'rejection' };
  /** What was written may be listed a little later. */
  async function soon(check) {
    for (let attempt = 1; ; attempt += 1) {
      if (await check()) return;
      assert(attempt < 40, 'it never came true');
      await sleep(100);
    }
  }
  const list = (query) => send('GET', `/events?${new URLSearchParams(query)}`);
  async function readAll(query) {
    const all = [];
    let cursor;
    do {
      const page = await list({ ...query, limit: 5, ...(cursor ? { cursor } : {}) });
      assert(page.isOk && all.length < 500);
      all.push(...page.json.events);
      cursor = page.json.next_cursor;
    } while (cursor);
    return all;
  }

  const ids = [];
  for (let number = 0; number < 7; number += 1) {
    const event = { stream, type: number < 5 ? 'paid' : 'created', actor: number < 3 ? 'Ann' : 'ann', happened_at: `2026-01-0${number + 1}T08:00:00Z`, ...(number === 2 ? {} : { amount: number }) };
    const created = await send('POST', '/events', { event });
    assert(created.isOk);
    ids.push(created.json.event.id);
  }
  await soon(async () => (await readAll({ stream })).length === 7);
  const paid = await readAll({ stream, 'type[eq]': 'paid' });
  assert.equal(paid.length, 5);
  const started = await readAll({ stream, 'actor[startswith]': 'A' });
  assert(started.length >= 3);
  const byAmount = await readAll({ stream, sort: 'amount' });
  assert.equal(byAmount.length, 7);
  const removed = await send('DELETE', `/events/${ids[0]}`);
  assert(removed.isOk);
  await soon(async () => !(await readAll({ stream })).some(({ id }) => id === ids[0]));
  const wrong = await send('POST', '/events', { event: { stream } }, expectRejection);
  assert(isRejection(wrong));
}
