// biome-ignore-all format: one check a line
// The tests of a small client that depends on nothing but the contract. dependences.ts changes one line of it at a time.
import assert from 'node:assert/strict';
import { argv, env, pid } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const use = 'e214368a-b4c3-4797-bbe9-01fb056371c1';
const [shelter, kitchen] = ['606699e3-d3d0-4977-9433-444b2d312311', 'fa5f7e49-aa64-4842-90c8-7398f92c0df3'];
const [kits, shelf, maps] = ['a1fbdcb8-fd26-4d85-bb02-adb0c99cb7da', '74d5cd0e-2e0b-4558-a666-a53c2ee1f644', '80a3cac3-3187-470d-a7ef-f41fafe86951'];
const ridgeTent = { id: 'e8713f4b', name: 'Ridge tent', slug: 'Ridge.tent' };
const ids = {
  account_id: 'fa553a6c-f1d5-4e23-8ecf-317a88853c1e',
  offering_id: '689a20c2-f493-4a01-9063-a44497aad4f2',
  plan_id: '4931825d-f167-423f-bb8d-b26555a3cc28',
};
/** Tests the client against a server. */
export async function testClient(base) {
  const run = `${Date.now()}-${pid}`;

  /** Sends a request, and once more each time a server is busy or a connection breaks. */
  async function send(method, path, body, options = {}) {
    const headers = { authorization: 'Bearer any-token', 'content-type': 'application/json', ...options.headers };
    for (const attempt of [1, 2, 3]) {
      try {
        const response = await fetch(base + path, { method, headers, redirect: 'manual', ...(body ? { body: JSON.stringify({ data: body }) } : {}) });
        const text = await response.text();
        if (![429, 503].includes(response.status)) return read(response, text);
        await sleep(1000 * Number(response.headers.get('retry-after') ?? 0));
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
    throw new Error('the server was busy three times');
  }

  function read(response, text) {
    const json = response.ok ? JSON.parse(text) : {};
    return { status: response.status, isOk: response.ok, headers: response.headers, text, data: json.data, json };
  }

  const createKey = (fields) => send('POST', '/v2/application-keys', { type: 'application_key', ...fields });
  const subscribe = (fields) => send('POST', '/subscriptions/subscriptions', { ...ids, currency: 'USD', ...fields });
  const address = (query, node = shelter, hierarchy = use) => `/pcm/hierarchies/${hierarchy}/nodes/${node}/products?${new URLSearchParams(query)}`;
  const list = (...place) => send('GET', address(...place));
  /** Asks for what a server may reject, and the stub rejects by default. */
  const probe = (...place) => send('GET', address(...place), undefined, { headers: { 'assay-expect': 'rejection' } });
  const isRejection = ({ status }) => status >= 400 && status < 500;
  const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();
  const isTime = (text) => !Number.isNaN(Date.parse(text));

  /** Reads a node to the end; a page may be shorter than it was asked to be. */
  async function readAll(query, node, hierarchy) {
    const all = [];
    for (let total = 1; all.length < total; ) {
      const { data, json } = await list({ ...query, 'page[offset]': all.length }, node, hierarchy);
      total = json.meta.results.total;
      if (data.length === 0) break;
      all.push(...data);
    }
    return all;
  }

  async function keys() {
    const key = await createKey({ name: `importer ${run}` });
    assert.equal(key.status, 201);
    const { data } = key;
    assert.equal(data.name, `importer ${run}`);
    assert(data.client_id.length > 0 && data.client_secret.length > 0);
    assert(isTime(data.meta.timestamps.created_at));
    const self = data.links?.self ?? key.json.links?.self;
    assert(isSame(self.split('/').at(-1), data.id));
    const limit = data.reserved_rate_limit ?? undefined;
    assert(limit === undefined || Number.isInteger(limit));
    const again = await createKey({ name: `importer ${run}` });
    assert(isRejection(again) || again.status === 201);
    const zero = await createKey({ name: `zero ${run}`, reserved_rate_limit: 0 });
    assert(isRejection(zero) || zero.status === 201);
    const large = await createKey({ name: `large ${run}`, reserved_rate_limit: 1_000_000_000 });
    assert(isRejection(large) || large.status === 201);
    const spaced = await createKey({ name: ` spaced ${run} ` });
    assert(isRejection(spaced) || spaced.data.name.trim() === `spaced ${run}`);
    const long = await createKey({ name: `${run} ${'long '.repeat(60)}end` });
    assert(isRejection(long) || long.status === 201);
    const emoji = await createKey({ name: `tent 🏕 ${run}` });
    assert(isRejection(emoji) || emoji.data.name === `tent 🏕 ${run}`);
  }

  async function subscriptions() {
    const { isOk, data } = await subscribe({ external_ref: `order ${run}` });
    assert(isOk);
    const { attributes } = data;
    assert(isSame(attributes.plan_id, ids.plan_id) && attributes.currency === 'USD');
    assert(['active', 'inactive'].includes(attributes.meta.status));
    assert(['store', 'organization'].includes(attributes.meta.owner));
    assert(isTime(attributes.meta.timestamps.created_at));
    assert((attributes.external_ref ?? `order ${run}`) === `order ${run}`);
    assert(isSame(data.id ?? ids.account_id, data.id ?? ids.account_id));
    assert(isSame(attributes.offering.id ?? ids.offering_id, ids.offering_id));
    const flags = attributes.meta.state?.meta ?? { closed: false };
    assert(typeof flags.closed === 'boolean');
    const repeated = await subscribe({ external_ref: `order ${run}` });
    assert(isRejection(repeated) || repeated.isOk);
    const empty = await subscribe({ external_ref: '', account_id: '60e2f896-0bb4-41ff-ab42-edd01c3c0635' });
    assert(isRejection(empty) || empty.isOk);
  }

  async function pages() {
    const all = await readAll({}, maps, shelf);
    assert.equal(new Set(all.map(({ id }, at) => id?.toLowerCase() ?? at)).size, all.length);
    const some = await readAll({ 'page[limit]': 5 });
    assert(some.length > 5);
    const page = await list({ 'page[limit]': 5, 'page[offset]': 7 });
    assert(page.isOk && page.data.length === 5);
    const [product] = page.data;
    assert((product.type ?? 'product') === 'product');
    const name = product.attributes?.name ?? 'unnamed';
    assert(name.length > 0);
    const next = page.data[0].links?.next ?? page.json.links?.next;
    if (next) assert((await fetch(new URL(next, page.url ?? base), { headers: { authorization: 'Bearer any-token' } })).ok);
    const over = await list({ 'page[limit]': 500 });
    assert(isRejection(over) || over.data.length <= 500);
    const zero = await probe({ 'page[limit]': 0 });
    assert(isRejection(zero) || zero.isOk);
    const negative = await probe({ 'page[limit]': -1 });
    assert(isRejection(negative) || negative.isOk);
    const before = await probe({ 'page[offset]': -1 });
    assert(isRejection(before) || before.isOk);
    const last = await list({ 'page[limit]': 5, 'page[offset]': 10 });
    assert(last.isOk && last.data.length > 0);
    const unknown = await probe({}, '00000000-0000-4000-8000-000000000000');
    assert(isRejection(unknown) || unknown.data.length === 0);
  }

  async function content() {
    const mixed = await list({ 'page[limit]': 20 }, kitchen);
    const curated = mixed.data.filter((product) => [product.curated_product, product.attributes?.curated_product, product.meta?.curated_product].includes(true));
    assert(curated.length > 0);
    const bundles = await list({ 'page[limit]': 20 }, kits);
    const components = bundles.json.included.component_products;
    assert(components.every(({ attributes }) => (attributes?.status ?? 'live') === 'live'));
    assert(bundles.data.every(({ attributes }) => (attributes?.name ?? '').length < 1000));
  }

  async function filters() {
    const byName = await list({ filter: `eq(name,${ridgeTent.name})` });
    assert(byName.data.some(({ id = ridgeTent.id }) => id.toLowerCase().startsWith(ridgeTent.id)));
    assert(byName.json.meta.results.total >= byName.data.length);
    const full = (await list({ filter: `eq(slug,${ridgeTent.slug})` })).data[0].id ?? '00000000-0000-4000-8000-000000000000';
    const byIds = await list({ filter: `in(id,${full},f88caf65-0000-4000-8000-000000000000)` });
    assert(isRejection(byIds) || byIds.data.length <= 1);
    const bySku = await probe({ filter: 'eq(sku,TENT-1)' });
    assert(isRejection(bySku) || bySku.isOk);
    const quoted = await list({ filter: `eq(name,"${ridgeTent.name}")` });
    assert(isRejection(quoted) || quoted.isOk);
    const both = await probe({ filter: `eq(name,${ridgeTent.name}):eq(slug,${ridgeTent.slug})` });
    assert(isRejection(both) || both.isOk);
  }

  const both = await Promise.allSettled([keys(), subscriptions()]);
  for (const { status, reason } of both) if (status === 'rejected') throw reason;
  await pages();
  await content();
  await filters();
}

if (argv[1] === fileURLToPath(import.meta.url)) await testClient(env.ASSAY_STUB_URL);
