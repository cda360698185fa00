import { describe, expect, it } from 'vitest';
import { knownGoodOf, type Target, tokenFor } from '../../conformance/core/target.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { at, isObject, type Json } from '../../src/json/json.ts';
import { type Choices, contraryChoices, randomChoices, seededRandom } from '../../src/stub/choices.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, contract, faulty, targetFor } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { wireMutants } from './judged-again.ts';
import { archiveOf, entryOf, inspectWritten } from './written-archive.ts';

/** Sends a request as anybody would write a client, and returns the body of its response if it was accepted. */
type Send = (operation: string, method: string, target: string, data?: Json) => Promise<Json | undefined>;

/** Somebody who uses the interface for what it is there for. */
type Session = (send: Send, target: Target) => Promise<void>;

const listingsOf = ({ collections }: Target): string[] =>
  collections.map(({ values: [hierarchy, node] }) => `/pcm/hierarchies/${hierarchy}/nodes/${node}/products`);

const recordsIn = (page: Json | undefined): Json[] => {
  const data = at(page, 'data');
  return Array.isArray(data) ? data.filter(isObject) : [];
};

/** Shows the first products of each node, leafs through one, looks for some by name, slug and id, and goes back. */
const shopPage: Session = async (send, target) => {
  for (const path of listingsOf(target)) {
    const list = (query: string) => send('node-products', 'GET', `${path}?${query}page%5Blimit%5D=12`);
    const first = await list('');
    const total = Number(at(first, 'meta', 'results', 'total') ?? 0);
    for (let offset = 12; offset < Math.min(total, 60); offset += 12)
      await list(`page%5Boffset%5D=${offset}&`);
    const [one, other] = recordsIn(first);
    const filters = [
      ['eq(name', at(one, 'attributes', 'name')],
      ['eq(slug', at(one, 'attributes', 'slug')],
      ['eq(slug', at(other, 'attributes', 'slug')],
      ['in(id', at(one, 'id')],
      ['eq(slug', 'nothing-is-called-so'],
    ];
    for (const [begin, value] of filters)
      if (typeof value === 'string') await list(`filter=${begin},${encodeURI(value)})&`);
    await list('');
  }
};

/** Makes a few keys, and subscribes one account to one plan again and again, paid and unpaid. */
const importer: Session = async (send, target) => {
  const createKey = (data: object) =>
    send('application-key', 'POST', '/v2/application-keys', { type: 'application_key', ...data });
  const [{ payment_authority: _, ...subscription }] = knownGoodOf(target, 'subscription');
  const subscribe = (data: object) =>
    send('subscription', 'POST', '/subscriptions/subscriptions', { ...subscription, ...data });
  for (const name of ['Warehouse', 'Till 1', 'Till 2', 'Reports']) await createKey({ name });
  for (const amount of [5, 20]) await createKey({ name: `Robot ${amount}`, reserved_rate_limit: amount });
  for (const order of [1001, 1002, 1003]) await subscribe({ external_ref: `order-${order}` });
  await subscribe({});
  const payer = { name: 'Ada Lovelace', email: 'ada@shop.example', customer_id: 'customer-4711', card_id: 'card-0815' };
  await subscribe({ external_ref: 'order-1004', payment_authority: { type: 'payments_gateway_a', ...payer } });
}; // biome-ignore format: one line a request

/** Reads every product of every node in the largest pages, until a page comes short. */
const nightlyWalk: Session = async (send, target) => {
  for (const path of listingsOf(target))
    for (let offset = 0; offset <= 10_000; offset += 100) {
      const page = await send(
        'node-products',
        'GET',
        `${path}?page%5Blimit%5D=100&page%5Boffset%5D=${offset}`,
      );
      if (recordsIn(page).length < 100) break;
    }
};

/** Records a session as the developer tools of a browser do. */
async function record(session: Session, transport: Transport, target: Target): Promise<string> {
  const entries: object[] = [];
  await session(async (operation, method, path, data) => {
    const request = {
      method,
      target: path,
      headers: [
        ['Authorization', `Bearer ${tokenFor(target, operation) ?? 'none'}`],
        ...(data === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ] as const,
      ...(data === undefined ? {} : { body: Buffer.from(JSON.stringify({ data })) }),
    };
    const response = await transport(request);
    const startedAt = Date.parse('2026-11-21T09:00:00Z') + 400 * entries.length;
    if (!isLost(response)) entries.push(entryOf(target.baseUrl, { request, response }, startedAt));
    if (isLost(response) || response.status > 299) return undefined;
    try {
      return JSON.parse(Buffer.from(response.body).toString());
    } catch {
      return undefined;
    }
  }, target);
  return archiveOf(entries, 'WebInspector');
}

/** What inspecting the recordings of all sessions says; nothing but the base URL is known, unless a target file says more. */
async function inspectSessions(
  transport: Transport,
  target: Target,
  known: TargetFile = {},
): Promise<Report> {
  const archives: string[] = [];
  for (const session of [shopPage, importer, nightlyWalk])
    archives.push(await record(session, transport, target));
  return inspectWritten(archives, { target: { ...known, baseUrl: target.baseUrl } });
}

/** What is said against a server: broken rules, warnings included, and mistakes of ours. */
const findingsIn = ({ results }: Report): string[] =>
  results.flatMap(({ rule, verdict, why }) =>
    verdict === 'fail' || verdict === 'error' ? [`${rule}: ${why}`] : [],
  );

const random = Array.from({ length: 3 }, (_, index): [string, Partial<Choices>] => [
  `random ${index}`,
  randomChoices(contract, seededRandom(String(index))),
]);

describe('the sessions of ordinary clients', () => {
  it.each([['default', {}], ['contrary', contraryChoices(contract)], ...random] as [
    string,
    Partial<Choices>,
  ][])('contain no finding on a conforming server: %s', async (_, choices) => {
    const target = targetFor(choices);
    const alone = await inspectSessions(conforming({ choices }), target);
    expect(findingsIn(alone)).toEqual([]);
    expect(alone.headline.verdict).toBe('no violation');
    expect(alone.exitCode).toBe(0);
    const known = targetOfCatalog(catalog, target.baseUrl, choices, contract);
    expect(findingsIn(await inspectSessions(conforming({ choices }), target, known))).toEqual([]);
  });

  it('say nothing of a listing that changes while it is read', async () => {
    const stub = conforming();
    let pages = 0;
    const target = targetFor({});
    const changing = await inspectSessions(async (request) => {
      const response = await stub(request);
      pages += 1;
      if (request.method !== 'GET' || !('body' in response) || response.status > 299) return response;
      const json = JSON.parse(Buffer.from(response.body).toString());
      // A product is added every now and then.
      json.meta.results.total += Math.floor(pages / 7);
      return { ...response, body: Buffer.from(JSON.stringify(json)) };
    }, target);
    expect(findingsIn(changing)).toEqual([]);
    expect(changing.headline.verdict).toBe('no violation');
  });

  it.each([
    ['subscription/currency-echo'],
    ['node-products/filter-eq-name-only'],
    ['node-products/live-only'],
    ['application-key/id-distinct'],
  ])('find a fault of %s', async (rule) => {
    const own = wireMutants.filter((one) => one.rule === rule);
    expect(own.length).toBeGreaterThan(0);
    const reports = await Promise.all(
      own.map(({ mutant }) => inspectSessions(faulty(mutant), targetFor({}))),
    );
    const found = reports.filter((report) =>
      report.results.some((one) => one.rule === rule && one.verdict === 'fail'),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.headline.verdict).toBe('violates');
  });
});
