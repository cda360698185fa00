import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { StubChange } from '../../conformance/client/client-question.ts';
import { changesOf } from '../../conformance/client/conforming-changes.ts';
import { differenceOf } from '../../conformance/client/difference.ts';
import { createNotice } from '../../conformance/client/plan.ts';
import { stubOf } from '../../conformance/client/session.ts';
import { questionsFor } from '../../conformance/client/variations.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { isLive } from '../../spec/stub/catalog.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { choicesOf } from '../../src/contract/choices.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Exchange, Header, HttpRequest } from '../../src/http/exchange.ts';

const use = 'e214368a-b4c3-4797-bbe9-01fb056371c1';
const shelf = '74d5cd0e-2e0b-4558-a666-a53c2ee1f644';
const [shelter, kitchen, clothing, kits] = [
  '606699e3-d3d0-4977-9433-444b2d312311',
  'fa5f7e49-aa64-4842-90c8-7398f92c0df3',
  'da6dc632-5409-40c7-a0fa-4935f7ff196c',
  'a1fbdcb8-fd26-4d85-bb02-adb0c99cb7da',
];
const maps = '80a3cac3-3187-470d-a7ef-f41fafe86951';
const ids = {
  account_id: 'fa553a6c-f1d5-4e23-8ecf-317a88853c1e',
  offering_id: '689a20c2-f493-4a01-9063-a44497aad4f2',
  plan_id: '4931825d-f167-423f-bb8d-b26555a3cc28',
};
const foreign = '00000000-0000-4000-8000-000000000000';
const payer = {
  type: 'payments_gateway_a',
  customer_id: 'customer',
  card_id: 'card',
  name: 'Fern Hollow',
  email: 'fern@fernhollow.shop',
};

const host: Header = ['host', '127.0.0.1:4010'];
const json: Header = ['content-type', 'application/json'];
const bearer: Header = ['authorization', 'Bearer any'];

const get = (query: string, node = shelter, hierarchy = use): HttpRequest => ({
  method: 'GET',
  target: `/pcm/hierarchies/${hierarchy}/nodes/${node}/products${query}`,
  headers: [host],
});
const post = (
  target: string,
  body: unknown,
  headers: readonly Header[] = [json, bearer],
  after = '',
): HttpRequest => ({
  method: 'POST',
  target,
  headers: [host, ...headers],
  body: Buffer.from(JSON.stringify({ data: body }) + after),
});
const key = (fields: object, headers?: readonly Header[], after?: string): HttpRequest =>
  post('/v2/application-keys', { type: 'application_key', name: 'Importer', ...fields }, headers, after);
const subscribe = (fields: object, query = ''): HttpRequest =>
  post(`/subscriptions/subscriptions${query}`, { ...ids, currency: 'USD', ...fields });

const setting = await loadSampleData(await loadContract());

/** Two products that nobody curated, the later one first. */
const turned = (await loadCatalog()).hierarchies
  .flatMap(({ nodes }) => nodes.filter(({ id }) => id === maps))
  .flatMap(({ products }) => products.filter(isLive).slice(0, 2).reverse())
  .map(({ id }) => id);

/** What a client would have to send to notice every choice. */
const session: readonly HttpRequest[] = [
  key({}),
  key({}),
  key({ name: 'Without a token' }, [json]),
  key({ name: 'Lower case' }, [json, ['authorization', 'bearer any']]),
  key({ name: '' }),
  key({ name: ' spaced ' }),
  key({ name: 'long '.repeat(70) }),
  key({ name: 'e\u0301' }),
  key({ name: '🏕' }),
  key({ name: 'Unknown', origin: 'import' }),
  key({ name: 'Zero', reserved_rate_limit: 0 }),
  key({ name: 'Large', reserved_rate_limit: 2_000_000_000 }),
  key({ name: 'Untyped' }, [bearer]),
  key({ name: 'Text' }, [bearer, ['content-type', 'text/plain']]),
  key({ name: 'More' }, undefined, ' and more'),
  key({ type: 'key' }),
  subscribe({ external_ref: 'order 1' }),
  subscribe({ external_ref: 'order 1' }),
  subscribe({ external_ref: 'order 1', account_id: '60e2f896-0bb4-41ff-ab42-edd01c3c0635' }),
  subscribe({ external_ref: '' }),
  subscribe({ external_ref: '🏕'.repeat(1500) }),
  subscribe({ account_id: foreign }),
  subscribe({ currency: 'EUR' }),
  subscribe({ payment_authority: null }),
  subscribe({ payment_authority: { ...payer, name: 'F  ' } }),
  subscribe({ meta: { owner: 'store' } }),
  subscribe({ external_ref: 'filtered' }, '?filter=eq(name,Tent)'),
  subscribe({ external_ref: '2', plan_id: undefined }),
  get(''),
  get('', maps, shelf),
  get('?page%5Blimit%5D=5'),
  get('?page%5Blimit%5D=5&page%5Boffset%5D=3'),
  get('?page%5Blimit%5D=5&page%5Boffset%5D=10'),
  get('?page%5Blimit%5D=3', kitchen),
  get('', kits),
  get('', clothing),
  get('', foreign),
  get('?page%5Blimit%5D=0'),
  get('?page%5Blimit%5D=-1'),
  get('?page%5Blimit%5D=500'),
  get('?page%5Boffset%5D=-1'),
  get('?page%5Blimit%5D=abc'),
  get('?page%5Blimit%5D=2&page%5Blimit%5D=3'),
  get('?page[limit]=2'),
  get('?trace=on'),
  get('/'),
  get(`?trace=${'x'.repeat(2100)}`),
  get('?filter=eq(name,Ridge%20tent)'),
  get('?filter=eq(name,%22Ridge%20tent%22)'),
  get('?filter=eq(name,Ridge\\,tent)'),
  get('?filter=eq(name,Ridge%20tent):eq(slug,Ridge.tent)'),
  get('?filter=eq(sku,SH-001)'),
  get('?filter=eq(%20name%20,Ridge%20tent)'),
  get('?filter=eq(name,%27%20OR%201=1%20--)'),
  get(`?filter=in(id,${foreign},e8713f4b-3256-4c6a-ba5d-7bcf8379b6db)`),
  get(`?filter=in(id,${turned})`, maps, shelf),
  get('?filter='),
];

const notice = await createNotice(
  setting,
  session.map((request) => ({ request, response: { lost: 'unsent', detail: '', ms: 0 } })),
);
const asked = new Map(questionsFor(setting.contract).map((question) => [question.id, question]));

test('a request to read where one was sent that creates is noticed', async () => {
  const response = { lost: 'unsent', detail: '', ms: 0 } as const;
  const create = session.find(({ method }) => method === 'POST');
  if (!create) throw new Error('nothing is created');
  const { body: _created, ...read } = { ...create, method: 'GET' };
  const noticeRead = await createNotice(
    setting,
    [create, read].map((request) => ({ request, response })),
  );
  expect((await noticeRead({ choices: { 'error-body': 'problem' } }))?.at).toBe(1);
});

describe('each choice of the stub', () => {
  test.each([...choicesOf(setting.contract)])(
    '%s is varied, and can be noticed, or says why no client is at fault',
    async (id, { varied }) => {
      const question = asked.get(id);
      if (varied !== undefined)
        expect([question, varied]).toEqual([undefined, expect.stringMatching(/^no, because /)]);
      else
        for (const option of question?.others ?? [undefined])
          expect([option?.name, option && (await notice(option.served))]).not.toContain(undefined);
    },
  );
});

describe('each change that no choice of the stub asks', () => {
  const changes = changesOf(setting.contract).flatMap(({ id, others }) =>
    others.flatMap(({ name, served }) => (served.fault ? [] : [[`${id}=${name}`, served] as const])),
  );
  test.each(changes)('%s can be noticed', async (_, served) => {
    expect(await notice(served)).toBeDefined();
  });
});

const responsesTo = async (served: StubChange): Promise<readonly Exchange[]> => {
  const { transport } = stubOf(setting, served, [], { seed: 'replay' });
  const found: Exchange[] = [];
  for (const request of session) found.push({ request, response: await transport(request) });
  return found;
};

/** A response without what differs from run to run. */
function textOf({ response }: Exchange): string {
  if ('lost' in response) return response.lost;
  const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'x-request-id');
  return JSON.stringify([response.status, headers, Buffer.from(response.body).toString()]);
}

const wordsOfStatus = ({ response }: Exchange): string =>
  'lost' in response ? response.lost : `status ${response.status}`;

/** What a response has that another one does not have. */
function wordsOf(was: Exchange, now: Exchange): string {
  const [before, after] = [was, now].map(wordsOfStatus);
  if (before !== after) return `${after} instead of ${before}`;
  return differenceOf(setting.contract, was, now) ?? 'other bytes that mean the same';
}

// For each option, how many responses it changes, how it changes the first of them, and a digest of all that it changes. Whoever
// wants another change writes them again: `vitest run test/client/every-choice.test.ts -u`.
test('each option changes what it changed before', async () => {
  const usual = await responsesTo({});
  const lines: string[] = [];
  for (const { id, others } of questionsFor(setting.contract))
    for (const { name, served } of others) {
      if (served.fault || served.prefix !== undefined) continue;
      const pairs = (await responsesTo(served)).flatMap((now, index) => {
        const was = usual[index];
        return was && textOf(was) !== textOf(now) ? [{ was, now, place: index + 1 }] : [];
      });
      const [first] = pairs;
      const words = first && `${first.place}: ${wordsOf(first.was, first.now)}`;
      const digest = createHash('sha256').update(pairs.map(({ now }) => textOf(now)).join('\n'));
      lines.push(`${id}=${name} · ${pairs.length} · ${words} · ${digest.digest('hex').slice(0, 8)}`);
    }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('every-choice.txt');
});
