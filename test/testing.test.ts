import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type RunningStub, startStub, variations } from '../conformance/testing.ts';

const key = { data: { type: 'application_key', name: 'Importer' } };
const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const node = (stub: Awaited<ReturnType<typeof startStub>>, name: string) =>
  stub.description.collections.find((one) => one.name === name)?.path ?? '';

/** The ids that a request for a subscription needs. */
const subscriptionIds = ({ known }: RunningStub) =>
  Object.fromEntries(Object.entries(known.subscription ?? {}).filter(([name]) => name.endsWith('_id')));

/** Uses a stub that is disposed of afterwards. */
async function withStub(use: (stub: RunningStub) => Promise<unknown>): Promise<unknown> {
  await using stub = await startStub({ listen: false });
  return await use(stub);
}

describe('startStub', () => {
  it('starts within 100 ms, on its own port', async () => {
    const timed = async () => {
      const started = performance.now();
      const stub = await startStub();
      return { stub, ms: performance.now() - started };
    };
    const [one, two] = [await timed(), await timed()];
    await using stub = one.stub;
    await using other = two.stub;
    // The better of two, since other tests use the processor as well.
    expect(Math.min(one.ms, two.ms)).toBeLessThan(100);
    expect(other.baseUrl).not.toBe(stub.baseUrl);
    expect((await fetch(`${stub.baseUrl}/v2/application-keys`, post(key))).status).toBe(201);
    expect([stub.requests().length, other.requests().length]).toEqual([1, 0]);
  });

  it('stops when it is disposed', async () => {
    let baseUrl = '';
    {
      await using stub = await startStub();
      baseUrl = stub.baseUrl;
    }
    await expect(fetch(baseUrl)).rejects.toThrow();
  });

  it('needs no port: its fetch replies in process as over a socket', async () => {
    await using near = await startStub({ seed: 1, listen: false });
    await using far = await startStub({ seed: 1 });
    const address = `${node(near, 'Kits')}?page[limit]=2`;
    const [one, other] = [await near.fetch(address), await fetch(far.baseUrl + address)];
    const text = (await one.text()).replaceAll('http://localhost', far.baseUrl);
    expect([one.status, text]).toEqual([other.status, await other.text()]);
    const created = await near.fetch(new Request('http://localhost/v2/application-keys', post(key)));
    expect([created.status, JSON.parse(await created.text()).data.links.self]).toEqual([
      201,
      expect.stringContaining('http://localhost/'),
    ]);
  });

  it('fails like fetch', async () => {
    await using stub = await startStub({ listen: false });
    const address = node(stub, 'Kits');
    {
      using _reset = await stub.fault({ kind: 'connection-reset' });
      await expect(stub.fetch(address)).rejects.toThrow('fetch failed');
    }
    {
      using _cut = await stub.fault({ kind: 'truncated-body' });
      const response = await stub.fetch(address);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow('terminated');
    }
    {
      using _stall = await stub.fault({ kind: 'stalled-body' });
      const response = await stub.fetch(address, { signal: AbortSignal.timeout(30) });
      await expect(response.text()).rejects.toThrow('timeout');
    }
    {
      using slow = await stub.fault({ kind: 'latency', ms: 300 });
      await expect(stub.fetch(address, { signal: AbortSignal.timeout(30) })).rejects.toThrow('timeout');
      expect(slow.struck()).toBe(1);
    }
    expect((await stub.fetch(address)).status).toBe(200);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['option', () => startStub({ choice: 'contrary' } as object), 'startStub has no option "choice"; did you mean "choices"?'],
    ['option of listen', () => startStub({ listen: { prot: 1 } as object }), 'listen has no option "prot"; did you mean "port"?'],
    ['choice', () => startStub({ choices: { gateway: 'first' } as object }), 'the choices of startStub: /gateway is an unknown choice; did you mean "gateways"?'],
    ['option of a choice', () => startStub({ choices: { 'trailing-slash': 'reject' } as object }), 'the choices of startStub: /trailing-slash must be rejected or served; did you mean "rejected"?'],
    ['kind of fault', () => withStub((stub) => stub.fault({ kind: 'latncy', ms: 1 } as never)), '"latncy" is not a kind of fault; did you mean "latency"?'],
    ['operation', () => withStub((stub) => stub.fault({ kind: 'status', code: 500, operation: 'subscriptions' } as never)), 'a fault of kind "status": "subscriptions" is not an operation; did you mean "subscription"?'],
    ['field of a fault', () => withStub((stub) => stub.fault({ kind: 'status', code: 500, time: 1 } as never)), 'a fault of kind "status" has no "time"; did you mean "times"?'],
    ['part to reset', () => withStub(async (stub) => stub.reset('fault' as never)), '"fault" cannot be reset; did you mean "faults"?'],
    ['selection', () => withStub(async (stub) => stub.requests({ methods: 'GET' } as never)), 'requests cannot be selected by "methods"; did you mean "method"?'],
    ['word that is close to nothing', () => startStub({ zebra: 1 } as object), /^startStub has no option "zebra"; known are contract, fixtures, choices, /],
  ] as [string, () => Promise<unknown>, string][])('rejects an unknown %s in one sentence', async (_, start, sentence) => {
    const error = await start().catch((caught: Error) => caught);
    expect(error).toMatchObject({ name: 'UserError', message: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence) });
  }); // biome-ignore format: one line a mistake

  it('says which token to send with each operation', async () => {
    await using own = await startStub({ choices: { tokens: 'own' }, listen: false });
    const create = (token: string) =>
      own.fetch('/v2/application-keys', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ data: { type: 'application_key', name: 'Importer' } }),
      });
    expect((await create(own.tokens['application-key'] ?? '')).status).toBe(201);
    expect((await create('another')).status).toBe(401);
    await using expecting = await startStub({ expectedToken: 's3cret', listen: false });
    expect(expecting.tokens.subscription).toBe('s3cret');
  });

  it('violates the contract by the name of a mutant', async () => {
    await using stub = await startStub({ listen: false });
    using broken = await stub.fault({ kind: 'mutant', name: 'small pages contain ten products' });
    const { data } = JSON.parse(await (await stub.fetch(`${node(stub, 'Kits')}?page[limit]=2`)).text());
    expect([data.length > 2, broken.struck()]).toEqual([true, 1]);
  });

  it('accepts fixtures, choices and a prefix', async () => {
    const fixtures = {
      name: 'Corner shop',
      hierarchies: [
        {
          id: 'a55a4000-0000-4000-8000-000000000001',
          name: 'All',
          nodes: [{ id: 'a55a4000-0000-4000-8000-000000000002', name: 'Tents', products: ['dome'] }],
        },
      ],
      products: {
        dome: { id: 'a55a4000-0000-4000-8000-000000000003', attributes: { name: 'Dome', status: 'live' } },
      },
    };
    await using stub = await startStub({
      fixtures,
      choices: { 'limit-zero': 'empty' },
      prefix: '/api',
      listen: false,
    });
    expect(stub.baseUrl).toBe('http://localhost/api');
    const response = await stub.fetch(`${node(stub, 'Tents')}?page[limit]=0`);
    expect(await response.json()).toMatchObject({ data: [], meta: { results: { total: 1 } } });
    await expect(
      startStub({ fixtures: { products: { a: { id: 'none', attributes: {} } } } }),
    ).rejects.toThrow('fixtures: /products/a/id');
    await expect(startStub({ choices: 'random:' })).rejects.toThrow('are unknown');
  });

  it('repeats its ids after a reset, with a seed', async () => {
    await using stub = await startStub({ seed: 'x', listen: false });
    const create = async () =>
      (
        await stub.fetch(
          '/subscriptions/subscriptions',
          post({ data: { ...subscriptionIds(stub), currency: 'USD' } }),
        )
      ).text();
    const first = await create();
    expect(await create()).not.toBe(first);
    stub.reset();
    expect(await create()).toBe(first);
    expect(stub.requests({ operation: 'subscription', status: 201 }).length).toBe(1);
  });
});

describe('variations', () => {
  const named = async (wanted: string) => {
    const found = (await variations()).find(({ name }) => name === wanted);
    if (!found) throw new Error(`there is no variation ${wanted}`);
    return found;
  };

  it('have a name each, and a question', async () => {
    const all = await variations();
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(100);
    expect(all.filter(({ asks }) => !asks.endsWith('?'))).toEqual([]);
  });

  it('are those of another contract, if it is named', async () => {
    const library = fileURLToPath(new URL('../examples/library/openapi.yaml', import.meta.url));
    const all = await variations(library);
    expect(all.map(({ name }) => name)).not.toContain('subscription-status=inactive');
    const other = all.find(({ name }) => name === 'unauthorised-status=403');
    const statusOf = async (stub: RunningStub | undefined) => (await stub?.fetch('/shelves'))?.status;
    await using stub = await startStub({ contract: library, listen: false });
    await using varied = await other?.start({ listen: false });
    expect([await statusOf(stub), await statusOf(varied)]).toEqual([401, 403]);
  });

  it('start a stub that takes an option, beside the options of the test', async () => {
    await using stub = await (await named('subscription-status=inactive')).start({
      prefix: '/api',
      listen: false,
    });
    expect(stub.baseUrl).toMatch(/\/api$/);
    const body = { data: { ...subscriptionIds(stub), currency: 'USD' } };
    const response = await stub.fetch('/subscriptions/subscriptions', post(body));
    expect(await response.json()).toHaveProperty('data.attributes.meta.status', 'inactive');
  });

  it('start a stub with what no choice names, and with what happens once', async () => {
    await using extra = await (await named('extra-headers=some')).start({ listen: false });
    expect((await extra.fetch('/v2/application-keys', post(key))).headers.has('set-cookie')).toBe(true);
    await using busy = await (await named('transient-failure=503')).start({ listen: false });
    const statuses = [1, 2].map(async () => (await busy.fetch('/v2/application-keys', post(key))).status);
    expect(await Promise.all(statuses)).toEqual([503, 201]);
    await using other = await (await named('path-prefix=some')).start();
    expect(other.baseUrl).toMatch(/\/shop\/api$/);
  });
});
