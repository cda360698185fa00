import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import { defaultSet, operatorFile } from './server/operator-file.ts';
import { startConformingServer } from './server/server.ts';
import { defaultShop } from './server/shop.ts';
import { topics } from './topics.ts';
import { select } from './trials.ts';

const behaviours = Object.values(topics).flat();

test('every behaviour has a name of its own', () => {
  const names = behaviours.map(({ name }) => name);
  expect(new Set([...names, ...Object.keys(topics)]).size).toBe(names.length + Object.keys(topics).length);
});

test('every behaviour says what permits it: a section, a reading or a principle', () => {
  const silent = behaviours.filter(
    ({ permitted }) => !/\b(sections? \d|readings? \d|principle P\d)/i.test(permitted),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('a verdict other than conforms is known only where the behaviour says so, and from that check on', () => {
  const checked = { why: '', broken: [], warnings: [], inconclusive: [], requests: 1, seconds: 1, code: 1 };
  const behaviour = {
    name: 'pool',
    does: '',
    permitted: '',
    falsePositive: { because: 'it is empty', fromRun: 2 },
  };
  const ended = (verdict: string, run: number): string =>
    judge({ ...checked, topic: '', name: 'pool', verdict, run }, behaviour).ended;
  expect(ended('conforms', 1)).toBe('as it should');
  expect(ended('violates', 1)).toBe('false positive');
  expect(ended('violates', 2)).toBe('as known');
  expect(ended('undetermined', 2)).toBe('without a verdict');
  expect(ended('none', 2)).toBe('without a verdict');
});

test('what is asked for by a name that nothing has is rejected', () => {
  expect(select(['limiter/20']).map(({ name }) => name)).toEqual(['limiter/20']);
  expect(() => select(['limiter/21'])).toThrow('limiter/21');
});

test('the usual server does what sections 2 and 4 say, and its operator knows it', async () => {
  const shop = defaultShop();
  await using server = await startConformingServer({}, shop);
  const { nodes } = operatorFile(shop);
  const post = (path: string, data: object, headers = {}): Promise<Response> =>
    fetch(`${server.baseUrl}${path}`, { method: 'POST', body: JSON.stringify({ data }), headers });
  const key = { type: 'application_key', name: 'till' };
  expect((await post('/v2/application-keys', key, { authorization: 'Bearer token' })).status).toBe(201);
  expect((await post('/v2/application-keys', key)).status).toBe(401);
  expect((await post('/subscriptions/subscriptions', defaultSet)).status).toBe(201);
  expect((await post('/subscriptions/subscriptions', { ...defaultSet, currency: undefined })).status).toBe(
    422,
  );
  for (const { hierarchy, node, live = [] } of nodes) {
    const path = `/pcm/hierarchies/${hierarchy}/nodes/${node}/products?page%5Blimit%5D=3&page%5Boffset%5D=2`;
    const { data, meta } = JSON.parse(await (await fetch(`${server.baseUrl}${path}`)).text());
    expect(data.map(({ id }: { id: string }) => id)).toEqual(live.slice(2, 5));
    expect(meta.results.total).toBe(live.length);
  }
});
