import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { isLost } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import type { Listening } from '../../src/stub/listen.ts';
import { garbled } from './garbled.ts';
import { heap } from './heap.ts';
import { say, statuses } from './servers/client.ts';
import { catalog, contract, honestTransport } from './trial.ts';

/** How many requests are thrown at the stub; the soak throws far more. */
const count = Number(process.env.SOAK_REQUESTS ?? 2_000);
const seed = Number(process.env.SOAK_SEED ?? 20261121);
const longTest = { timeout: 60_000 + count * 10 };

let stub: Listening;
beforeAll(async () => {
  stub = await createStub({ contract, parts: stubPartsOf(catalog) }).listen();
});
afterAll(() => stub.close());

const [hierarchy] = catalog.hierarchies;
const listing = `/pcm/hierarchies/${hierarchy?.id}/nodes/${hierarchy?.nodes[0]?.id}/products`;

const ask = async (target: string): Promise<number | undefined> => {
  const heard = await say(
    stub.baseUrl,
    `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    5_000,
  );
  return statuses(heard)[0];
};

describe('a listing asked for strangely', () => {
  it.each<[string, number, string?]>([
    ['?page[limit]=2', 200],
    ['?page%5blimit%5D=2', 200],
    ['?page[limit=2', 200],
    ['?page]limit[=2', 200],
    ['?page[limit][]=2', 200],
    ['?page%5Blimit%5=2', 400],
    ['?%', 400],
    ['?%zz', 400],
    ['?filter=%E0%A4', 400],
    ['?filter=%00', 400],
    ['?filter=eq(name,%00)', 200],
    ['?page[limit]=%00', 400],
    ['?page[limit]=2&page[limit]=3', 400],
    ['?page[limit]=2,3', 400],
    ['?page[limit]=1e1', 400],
    ['?page[limit]=%D9%A2', 400],
    ['?page[limit]=9…', 400, '9'.repeat(5_000)],
    ['?__proto__=1&constructor=2&toString=3', 200],
    ['?a…', 200, '&a'.repeat(5_000)],
    ['?page[limit]=2…', 400, '&page[limit]=2'.repeat(800)],
    ['?filter=(…', 400, '('.repeat(10_000)],
    ['?filter=eq(name,a)…', 400, ':eq(name,a)'.repeat(1_000)],
    ['?filter=a…', 431, 'a'.repeat(20_000)],
    ['/%', 400],
    ['%00', 404],
    ['/..%2f..', 404],
  ])('%s is answered %i', async (search, status, more = '') => {
    expect(await ask(listing + search.replace('…', more))).toBe(status);
  }); // biome-ignore format: one line a case
});

describe('a filter', () => {
  const length = 800_000;
  it.each([
    ['of one long value', `eq(name,${'a'.repeat(length)})`],
    ['of many values', `in(id,${'a,'.repeat(length / 2)}a)`],
    ['of many terms', `${'eq(name,a):'.repeat(length / 11)}eq(name,a)`],
    ['that only opens', '('.repeat(length)],
    ['of nothing but space', `eq(name,a)${' '.repeat(length)}x`],
    ['of quotes and escapes', `eq(name,${'\\"'.repeat(length / 2)})`],
  ])('%s takes no minutes, as it would if its time grew with the square of its length', async (_, filter) => {
    const target = `${listing}?filter=${encodeURIComponent(filter)}`;
    const response = await honestTransport()({ method: 'GET', target, headers: [] });
    expect(!isLost(response) && response.status < 500).toBe(true);
  });
});

/** Does something so many times, a few at once. */
async function many(times: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < times; index = next++) await act(index);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

const key = JSON.stringify({ data: { type: 'application_key', name: 'well' } });
const good = {
  method: 'POST',
  path: '/v2/application-keys',
  headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
  body: key,
} as const;

describe('thousands of requests', longTest, () => {
  const flat = 48 * 1024 * 1024;

  it('at random crash nothing, and leave no memory behind', async () => {
    const bad: string[] = [];
    const throwAt = (from: number, times: number) => {
      const drawn = garbled(times, seed + from);
      return many(times, async (index) => {
        const { bytes } = drawn[index] ?? { bytes: Buffer.alloc(0) };
        const heard = await say(stub.baseUrl, bytes, 150);
        const crashed = statuses(heard).some(
          (status) => status >= 500 && !/code=503/.test(bytes.toString('latin1')),
        );
        if (crashed) bad.push(`${bytes.toString('latin1')} → ${heard.slice(0, 200)}`);
      });
    };
    await throwAt(0, 200);
    const before = await heap();
    for (let done = 0; done < count; done += 1_000) await throwAt(done + 1, Math.min(1_000, count - done));
    expect(bad).toEqual([]);
    expect((await heap()) - before).toBeLessThan(flat);
    expect(await ask(`${listing}?page[limit]=1`)).toBe(200);
  });

  it('in order are all served, no key twice, and leave no memory behind', async () => {
    const pool = new Pool(stub.baseUrl, { connections: 16 });
    let served = 0;
    const ids = new Set<string>();
    const serve = async (index: number): Promise<void> => {
      const isKey = index % 2 === 0;
      const request = isKey ? good : ({ method: 'GET', path: `${listing}?page[limit]=3` } as const);
      const { statusCode, body } = await pool.request(request);
      const text = await body.text();
      if (statusCode === (isKey ? 201 : 200)) served += 1;
      if (isKey && index < 100_000) ids.add(JSON.parse(text).data.id);
    };
    await many(500, serve);
    const before = await heap();
    served = 0;
    ids.clear();
    await many(count, serve);
    expect(served).toBe(count);
    expect(ids.size).toBe(Math.ceil(Math.min(count, 100_000) / 2));
    expect((await heap()) - before).toBeLessThan(flat);
    await pool.close();
  });
});
