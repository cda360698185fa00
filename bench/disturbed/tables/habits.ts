import { isLost } from '../../../src/http/exchange.ts';
import { isObject, type Json, type JsonObject, withoutAt } from '../../../src/json/json.ts';
import { closing } from '../../../test/hostile/servers/unusual.ts';
import { catalog } from '../../../test/hostile/trial.ts';
import { backwards, fewer, ofSize, turned } from '../catalogs.ts';
import {
  all,
  bodyMatches,
  every,
  from,
  hasFilter,
  isKey,
  isRead,
  isSubscription,
  isWrite,
  lacksHeader,
  limitBelow,
  matches,
  not,
  rateLimitOf,
  sometimes,
  textOf,
} from '../conditions.ts';
import type { Disturbance } from '../disturbance.ts';
import {
  busy,
  clamped,
  closed,
  error,
  imports,
  instead,
  limited,
  once,
  page,
  pool,
  quota,
  replica,
  reshaped,
  returned,
  sent,
  silence,
  upsert,
} from '../layers.ts';
import { closingIdle, goneSilent, writing } from '../writing.ts';

const free = 'readings 9 and P2: which rate limits are accepted is not stated';
const isOutside = (limit: number | undefined): boolean => limit !== undefined && (limit < 10 || limit > 100);
const quotas = 'readings P3 and 32: a quota leaves some untested, and breaks nothing';
const waited = 'reading 28: a limiter is waited for, or leaves rules untested';
const lost = 'reading 28: a lost response proves nothing';
const should = 'reading 26: such a filter is served only as far as a should goes';
const unordered = 'reading 20: the order of a node that is not curated is not stated';
const any = 'section 4.3 states no least and no greatest size';

const productsOf = ({ data }: JsonObject): JsonObject[] => (Array.isArray(data) ? data.filter(isObject) : []);
const decoded = (text: string): string =>
  decodeURIComponent(text.replaceAll('+', ' ')).trimEnd().toLowerCase();
/** Names and slugs that no other resembles, as they are written in addresses, by themselves in small letters. */
const spelled = new Map(
  [
    ...Map.groupBy(
      [...catalog.products.values()].flatMap(({ attributes: { name, slug } }) => [
        String(name),
        String(slug),
      ]),
      (text) => text.trimEnd().toLowerCase(),
    ),
  ].flatMap(([plain, texts]) =>
    new Set(texts).size === 1 ? [[plain, encodeURIComponent(texts[0] ?? '')] as const] : [],
  ),
);

/** What real servers do of their own accord, and the specification permits: no exit code is 1. What is missing here is a choice of the stub. */
// biome-ignore format: a row takes two lines
export const habits: Readonly<Record<string, Disturbance>> = {
  // Keys and subscriptions.
  'rate-limit-range': { does: 'accepts rate limits from 10 to 100, one of which the operator declares',
    codes: [0], because: free, layers: [instead(error(422), (request) => isOutside(rateLimitOf(request)))], target: (file) => ({ ...file, known: { ...file.known, 'application-key': { reserved_rate_limit: 10 } } }) },
  'rate-limit-range-undeclared': { does: 'accepts rate limits from 10 to 100, of which the operator declares none',
    codes: [0], because: free, layers: [instead(error(422), (request) => isOutside(rateLimitOf(request)))], target: ({ known: { 'application-key': _, ...known } = {}, ...file }) => ({ ...file, known }) },
  'rate-limit-clamped': { does: 'turns rate limits outside 10 to 100 into the nearest within',
    codes: [0], because: free, layers: [clamped(10, 100)], target: (file) => ({ ...file, known: { ...file.known, 'application-key': { reserved_rate_limit: 20 } } }) },
  'rate-limit-pool': { does: 'rejects a key that reserves more than is left of a pool',
    codes: [0, 3], because: free, layers: [pool(12)] },
  'key-quota-429': { does: 'accepts three keys, then responds with 429 to all',
    codes: [0, 3], because: quotas, layers: [quota(3, error(429), (request) => (isKey(request) ? 'keys' : undefined))], options: { patience: 200 } },
  'no-keys-left': { does: 'rejects all keys with 403, since its quota is used up',
    codes: [3], because: quotas, layers: [instead(error(403), isKey)] },
  'subscription-quota': { does: 'accepts three subscriptions, then rejects all with 422',
    codes: [0, 3], because: quotas, layers: [quota(3, error(422), (request) => (isSubscription(request) ? 'subscriptions' : undefined))] },
  'first-one-free': { does: 'accepts one subscription of an account without payment, and any number with it',
    codes: [0, 3], because: 'reading P3: a duplicate may be rejected', layers: [once(error(409), (data) => (data.payment_authority ? undefined : data.account_id))] },
  'once-per-reference': { does: 'accepts each external_ref once for an account and a plan',
    codes: [0, 3], because: 'reading P3: a duplicate may be rejected', layers: [once(error(409), ({ account_id, plan_id, external_ref = '' }) => `${account_id} ${plan_id} ${external_ref}`)] },
  upsert: { does: 'changes the subscription of an account, a plan and a currency if there is one, and keeps its id',
    codes: [0], because: 'reading 13: equal ids are a warning then', layers: [upsert()] },
  // Limiters and gateways.
  'limiter-500': { does: 'lets 150 requests a second through, and responds with a 500 page to others',
    codes: [0, 3], because: 'reading P3', layers: [limited(150, page(500))] },
  'limiter-closes': { does: 'lets 150 requests a second through, and closes the connection of others without a response',
    codes: [0, 3], because: lost, layers: [limited(150, closed)] },
  'limiter-503': { does: 'lets 150 requests a second through, and responds with 503 to others',
    codes: [0, 3], because: waited, layers: [limited(150, error(503))], options: { budget: 15_000 } },
  'limiter-slow': { does: 'lets two requests a second through, and responds with 429 to others, without Retry-After',
    codes: [0, 3], because: waited, layers: [limited(2, error(429))], options: { budget: 8000 } },
  'limiter-slow-told': { does: 'lets two requests a second through, and responds with 429 and Retry-After to others',
    codes: [0, 3], because: waited, layers: [limited(2, error(429, ['retry-after', '1']))], options: { budget: 8000 } },
  'limiter-creations': { does: 'lets three creations a second through, and responds with a 403 page to others',
    codes: [0, 3], because: 'reading P3', layers: [limited(3, page(403), isWrite)], options: { budget: 15_000 } },
  'two-at-once': { does: 'works on two requests at once, 20 ms each, and responds with 503 to a third',
    codes: [0, 3], because: waited, layers: [busy(2, 20, error(503))], options: { budget: 20_000 } },
  'agents-named': { does: 'responds with a 403 page to requests without User-Agent',
    codes: [0], because: 'reading P3: assay sends one', layers: [instead(page(403), lacksHeader('user-agent'))] },
  'quotes-403': { does: 'responds with 403 and Retry-After to filters with a quote, however long one waits',
    codes: [0], because: should, layers: [instead(error(403, ['retry-after', '1']), matches(/%27|%22/))] },
  'attacker-locked-out': { does: 'responds with 403 to every listing once a filter looked like an attack',
    codes: [0, 3], because: 'reading 26 lets reject such a filter, and says nothing of what follows', layers: [(world) => (next) => { let isLocked = false; return async (request) => { isLocked ||= matches(/DROP|%27|%00/)(request, world); return isLocked && isRead(request) ? error(403) : next(request); }; }] },
  '408-once': { does: 'responds with 408 to one listing, and closes the connection',
    codes: [0], because: lost, layers: [instead(error(408), all(isRead, from(60, 60)))], writes: writing(closing, from(60, 60)) },
  '408-4': { does: 'responds with 408 to each 25th request, and closes the connection',
    codes: [0, 3], because: lost, layers: [instead(error(408), every(25))], writes: writing(closing, every(25)) },
  '421-4': { does: 'responds with 421 to each 25th request',
    codes: [0, 3], because: lost, layers: [instead(error(421), every(25))] },
  // What is never answered, and connections.
  'odd-filters-hang': { does: 'never responds to filters with a quote or a zero byte',
    codes: [0, 3], because: lost, layers: [instead(silence, matches(/filter=[^&]*(%27|%22|%00)/))], options: { timeout: 1500 } },
  'odd-addresses-dropped': { does: 'closes the connection on filters with a quote or a zero byte, and on addresses over 2048 characters',
    codes: [0, 3], because: lost, layers: [instead(closed, (request, world) => request.target.length > 2048 || matches(/filter=[^&]*(%27|%22|%00)/)(request, world))] },
  'broken-json-hangs': { does: 'never responds to a creation whose body is not JSON',
    codes: [0, 3], because: lost, layers: [instead(silence, all(isWrite, not(bodyMatches(/^\s*[{["\dtfn].*[}\]"\de]\s*$/s))))], options: { timeout: 1500 } },
  'empty-body-hangs': { does: 'never responds to a creation without a body',
    codes: [0, 3], because: lost, layers: [instead(silence, all(isWrite, bodyMatches(/^$/)))], options: { timeout: 1500 } },
  'idle-connections-closed': { does: 'closes connections that were idle for 15 ms',
    codes: [0], because: lost, writes: () => closingIdle(15) },
  'connections-gone-silent': { does: 'never responds again on the connections that are open at request 150',
    codes: [0, 3], because: lost, writes: goneSilent(150), options: { timeout: 1500 } },
  // Filters, pages and what products show.
  'short-values-400': { does: 'rejects filters by name and slug with values of less than three characters',
    codes: [0], because: should, layers: [instead(error(400), matches(/filter=eq(%28|\()\w+(%2C|,).{0,2}(%29|\))/i))] },
  'encoded-filters-400': { does: 'rejects filters with percent-encoded parentheses and commas',
    codes: [0], because: 'reading P5: that both mean the same is a should', layers: [instead(error(400), matches(/filter=[^&]*%2[c89]/i))] },
  'nothing-found-404': { does: 'responds with 404 if a filter matches nothing',
    codes: [0], because: should, layers: [(world) => (next) => async (request) => { const response = await next(request); return !isLost(response) && hasFilter(request, world) && /^\{"data":\[\]/.test(textOf(response.body)) ? error(404) : response; }] },
  'filters-ignore-case': { does: 'compares names and slugs without regard to letter case and to spaces at the end',
    codes: [0], because: should, layers: [sent(({ target, ...request }) => ({ ...request, target: target.replace(/(?<=filter=eq(?:%28|\()(name|slug)(?:%2C|,))(.*?)(?=(?:%29|\))(?:&|$))/i, (value) => spelled.get(decoded(value)) ?? value) }), hasFilter)] },
  'null-for-absent': { does: 'shows null for what a product does not have',
    codes: [0], because: 'null counts as absent', layers: [reshaped((listing) => ({ ...listing, data: productsOf(listing).map((product) => ({ links: null, ...product, attributes: { description: null, build_rules: null, tags: null, upc_ean: null, ...(isObject(product.attributes) ? product.attributes : {}) } })) }), isRead)] },
  'ids-not-shown': { does: 'shows products without ids, and the operator declares none',
    codes: [0, 3], because: 'section 2.6: all fields of a product are optional', isSmall: true, layers: [reshaped((listing) => ({ ...listing, data: productsOf(listing).map((product) => withoutAt(product, ['id']) as Json) }), isRead)], target: (file) => ({ ...file, collections: (file.collections ?? []).map(({ at = {} }) => ({ at })) }) },
  'age-on-all': { does: 'says of every response that it is three seconds old',
    codes: [0], because: 'nothing changes', layers: [returned((response) => ({ ...response, headers: [...response.headers, ['age', '3']] }))] },
  'unpublished-undeclared': { does: 'four products are unpublished in mid-run, and the operator declares no live ones',
    codes: [0, 3], because: 'reading P6', layers: [imports(250, fewer)], target: ({ records: _, ...file }) => ({ ...file, collections: (file.collections ?? []).map(({ holds: _holds, ...one }) => one) }) },
  'unpublished-at-first': { does: 'four products are unpublished while the nodes are read first',
    codes: [0, 3], because: 'reading P6', layers: [imports(20, fewer)] },
  ...Object.fromEntries([1, 2, 3, 4, 100, 101, 10_350].map((size) => [`node-of-${size}`, { does: `has one node, of ${size} products`,
    codes: [0, 3], because: any, isSmall: true, catalog: ofSize(size) }] satisfies [string, Disturbance])),
  'node-of-0': { does: 'has one node, without products',
    codes: [3], because: 'no product is ever seen', catalog: ofSize(0) },
  // Orders that depend on the request, of nodes that are not curated.
  ...Object.fromEntries(Object.entries({
    'order-by-turns': ['lists forwards and backwards in turns', replica(backwards, every(2, isRead))],
    'order-at-random': ['lists forwards or backwards at random', replica(backwards, sometimes(0.5))],
    'small-pages-backwards': ['lists backwards on pages below 50', replica(backwards, limitBelow(50))],
    'pages-backwards': ['lists backwards on pages below 100', replica(backwards, limitBelow(100))],
    'small-pages-turned': ['lists the first sixty products after the last on pages below 100', replica(turned, limitBelow(100))],
  } as const).map(([name, [does, layer]]) => [name, { does, codes: [0, 3], because: unordered, isSmall: true, layers: [layer], target: (file) => ({ ...file, collections: (file.collections ?? []).filter(({ order = [] }) => order.length === 0) }) }] satisfies [string, Disturbance])),
};
