// biome-ignore-all format: one dependence a line
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of a program
/** One way in which a client can depend on an option of a server: a line of the sound client, and what it is changed to. */
export type Dependence = {
  /** The choice that it depends on. */
  readonly choice: string;
  readonly line: string;
  readonly becomes: string;
  /** What else has to fail, since it is another form of the same: a page that is shorter, a product with fewer fields. */
  readonly also?: readonly string[];
};

const is = (choice: string, line: string, becomes: string, ...also: string[]): Dependence => ({ choice, line, becomes, also });

/** Each makes the sound client depend on one choice, and on no other. */
export const dependences: readonly Dependence[] = [
  // Application keys
  is('self-link-place', 'const self = data.links?.self ?? key.json.links?.self;', 'const { self } = data.links;'),
  is('unsent-rate-limit', 'const limit = data.reserved_rate_limit ?? undefined;', 'const limit = data.reserved_rate_limit;'),
  is('credentials', 'assert(data.client_id.length > 0 && data.client_secret.length > 0);', 'assert(/^[0-9a-f]+$/.test(data.client_secret));'),
  is('timestamps', 'assert(isTime(data.meta.timestamps.created_at));', "assert(data.meta.timestamps.created_at.endsWith('Z'));"),
  is('created-ids', 'assert(data.client_id.length > 0 && data.client_secret.length > 0);', "assert.equal(data.id[14], '4');"),
  is('creation-times', 'assert(isTime(data.meta.timestamps.created_at));', 'assert.equal(data.meta.timestamps.updated_at, data.meta.timestamps.created_at);'),
  is('duplicate-name', 'assert(isRejection(again) || again.status === 201);', 'assert(again.isOk);', 'identical-requests'),
  is('rate-limit-zero', 'assert(isRejection(zero) || zero.status === 201);', 'assert.equal(zero.status, 201);'),
  is('rate-limit-large', 'assert(isRejection(large) || large.status === 201);', 'assert.equal(large.status, 201);'),
  is('surrounding-spaces', 'assert(isRejection(spaced) || spaced.data.name.trim() === `spaced ${run}`);', 'assert.equal(spaced.data.name, ` spaced ${run} `);'),
  is('key-name-longest', 'assert(isRejection(long) || long.status === 201);', 'assert(long.isOk);'),
  is('beyond-bmp', 'assert(isRejection(emoji) || emoji.data.name === `tent 🏕 ${run}`);', 'assert(emoji.isOk);'),
  is('path-prefix', "const response = await fetch(base + path,", 'const response = await fetch(new URL(path, base),'),
  // Subscriptions
  is('subscription-success', 'assert(isOk);', 'assert.equal((await subscribe({ external_ref: `status ${run}` })).status, 201);'),
  is('subscription-status', "assert(['active', 'inactive'].includes(attributes.meta.status));", "assert.equal(attributes.meta.status, 'active');"),
  is('subscription-owner', "assert(['store', 'organization'].includes(attributes.meta.owner));", "assert.equal(attributes.meta.owner, 'store');"),
  is('subscription-id', 'assert(isSame(data.id ?? ids.account_id, data.id ?? ids.account_id));', 'assert(data.id.length > 0);'),
  is('subscription-optional-fields', 'assert(isSame(attributes.offering.id ?? ids.offering_id, ids.offering_id));', 'assert(isSame(attributes.offering.id, ids.offering_id));'),
  is('subscription-optional-fields', 'assert((attributes.external_ref ?? `order ${run}`) === `order ${run}`);', 'assert(attributes.offering.attributes.description.length > 0);'),
  is('state', "assert(typeof flags.closed === 'boolean');", 'assert.equal(flags.closed, false);'),
  is('identical-requests', 'assert(isRejection(repeated) || repeated.isOk);', 'assert(repeated.isOk && !(data.id && isSame(data.id, repeated.data.id ?? data.id)));', 'repeated-external-ref'),
  is('repeated-external-ref', 'assert(isRejection(repeated) || repeated.isOk);', "assert((await subscribe({ external_ref: `order ${run}`, account_id: '60e2f896-0bb4-41ff-ab42-edd01c3c0635' })).isOk);"),
  is('empty-text', 'assert(isRejection(empty) || empty.isOk);', 'assert(empty.isOk);'),
  is('authentication', "const headers = { authorization: 'Bearer any-token',", "const headers = { ...(method === 'POST' ? { authorization: 'Bearer any-token' } : {}),"),
  is('uuid-case', 'const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();', 'const isSame = (one, other) => one === other;'),
  is('json-type', 'const json = response.ok ? JSON.parse(text) : {};', "const json = response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : {};"),
  is('unknown-fields', "const createKey = (fields) => send('POST', '/v2/application-keys', { type: 'application_key', ...fields });", "const createKey = (fields) => send('POST', '/v2/application-keys', { type: 'application_key', origin: 'import', ...fields });"),
  is('request-meta', "const subscribe = (fields) => send('POST', '/subscriptions/subscriptions', { ...ids, currency: 'USD', ...fields });", "const subscribe = (fields) => send('POST', '/subscriptions/subscriptions', { ...ids, currency: 'USD', meta: { owner: 'store' }, ...fields });"),
  is('subscription-filter', "const subscribe = (fields) => send('POST', '/subscriptions/subscriptions',", "const subscribe = (fields) => send('POST', '/subscriptions/subscriptions?filter=eq(name,Tent)',"),
  // Listings
  is('default-page-size', "const all = await readAll({}, maps, shelf);", 'const all = (await list({}, maps, shelf)).data; assert.equal(all.length, 100);'),
  is('listing-rejection', 'assert(isRejection(zero) || zero.isOk);\n    const negative', 'assert(zero.isOk || zero.status === 400);\n    const negative'),
  is('limit-zero', 'assert(isRejection(zero) || zero.isOk);\n    const negative', 'assert(isRejection(zero));\n    const negative'),
  is('limit-negative', 'assert(isRejection(negative) || negative.isOk);', 'assert(isRejection(negative));'),
  is('limit-over-maximum', 'assert(isRejection(over) || over.data.length <= 500);', 'assert(over.isOk);'),
  is('offset-negative', 'assert(isRejection(before) || before.isOk);', 'assert(isRejection(before));'),
  is('unknown-node', 'assert(isRejection(unknown) || unknown.data.length === 0);', 'assert(isRejection(unknown));'),
  is('uncurated-order', 'assert.equal(new Set(all.map(({ id }, at) => id?.toLowerCase() ?? at)).size, all.length);', "assert.equal(all[0].attributes?.name ?? 'Harrowdale trail map', 'Harrowdale trail map');"),
  is('product-fields', "const name = product.attributes?.name ?? 'unnamed';", 'const { name } = product.attributes;', 'absent-field'),
  is('product-links', 'const next = page.data[0].links?.next ?? page.json.links?.next;', 'const next = page.data[0].links.next;'),
  is('link-form', 'if (next) assert((await fetch(new URL(next, page.url ?? base),', 'if (next) assert((await fetch(next,'),
  is('next-at-end', 'assert(last.isOk && last.data.length > 0);', 'assert.equal(last.data[0].links?.next ?? null, null);', 'records'),
  is('link-fields', 'assert(last.isOk && last.data.length > 0);', "assert(!last.data[0].links || 'last' in last.data[0].links);"),
  is('flag-place', 'const curated = mixed.data.filter((product) => [product.curated_product, product.attributes?.curated_product, product.meta?.curated_product].includes(true));', 'const curated = mixed.data.filter((product) => product.attributes?.curated_product);'),
  is('uncurated-place', 'assert(curated.length > 0);', 'assert.equal(mixed.data.indexOf(curated[0]), 0);'),
  is('draft-components', "assert(components.every(({ attributes }) => (attributes?.status ?? 'live') === 'live'));", "assert(components.every(({ attributes }) => !attributes || !('name' in attributes) || attributes.status === 'live'));", 'absent-field'),
  is('filtered-total', 'assert(byName.json.meta.results.total >= byName.data.length);', 'assert.equal(byName.json.meta.results.total, byName.data.length);'),
  is('filter-values', 'assert(isRejection(byIds) || byIds.data.length <= 1);', 'assert(byIds.isOk);'),
  is('filter-unknown-attribute', 'assert(isRejection(bySku) || bySku.isOk);', 'assert(isRejection(bySku));'),
  is('filter-quotes', 'assert(isRejection(quoted) || quoted.isOk);', 'assert(isRejection(quoted) || quoted.data.length === 0);'),
  is('filter-joined', 'assert(isRejection(both) || both.isOk);', 'assert(isRejection(both));'),
  is('unknown-parameters', 'const list = (...place) => send(\'GET\', address(...place));', "const list = (...place) => send('GET', `${address(...place)}&trace=on`);"),
  is('raw-brackets', "products?${new URLSearchParams(query)}`;", "products?${String(new URLSearchParams(query)).replaceAll('%5B', '[').replaceAll('%5D', ']')}`;"),
  // What no choice of the stub names
  is('extra-fields', 'assert(data.client_id.length > 0 && data.client_secret.length > 0);', 'assert.equal(Object.keys(data.meta).length, 1);'),
  is('field-order', 'assert(page.isOk && page.data.length === 5);', "assert.equal(Object.keys(page.json)[0], 'data');"),
  is('extra-headers', 'assert(isTime(data.meta.timestamps.created_at));', "assert.equal(key.headers.get('set-cookie'), null);"),
  is('listed-ids', 'assert(byName.data.some(({ id = ridgeTent.id }) => id.toLowerCase().startsWith(ridgeTent.id)));', 'assert(byName.data.some(({ id }) => id.startsWith(ridgeTent.id)));'),
  is('absent-field', "assert(bundles.data.every(({ attributes }) => (attributes?.name ?? '').length < 1000));", 'assert(bundles.data.every(({ attributes }) => !attributes?.name || Object.keys(attributes).length < 4 || attributes.slug));'),
  is('inner-form', 'assert(some.length > 5);', "assert(some.every(({ attributes }) => typeof (attributes?.locales?.['de-DE']?.name ?? '') === 'string' && !attributes?.locales?.entries));"),
  is('plain-timestamps', 'assert(page.isOk && page.data.length === 5);', "assert(page.data.every(({ meta }) => /T/.test(meta?.created_at ?? 'T') && !/GMT/.test(meta?.created_at ?? '')));"),
  is('body-length', 'assert(last.isOk && last.data.length > 0);', "assert(Number(last.headers.get('content-length')) > 0);"),
  is('error-page', 'assert(isRejection(unknown) || unknown.data.length === 0);', "assert(unknown.isOk || !unknown.text.startsWith('<'));"),
  is('records', 'assert(some.length > 5);', 'assert.equal(some.length, 13);'),
];
