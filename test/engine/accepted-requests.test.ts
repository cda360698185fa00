import { expect, test } from 'vitest';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import { noteAccepted } from '../../conformance/engine/accepted-requests.ts';
import { responseOf } from '../json-response.ts';
import { readExchange } from './read-exchange.ts';

type Sent = { readonly body?: number; readonly address?: number; readonly header?: number };

/** The response with a status to a request that is as large. */
const exchange = (status: number, { body, address = 10, header = 1 }: Sent, id = 1): ReadExchange => {
  const request = {
    method: body === undefined ? 'GET' : 'POST',
    target: 'a'.repeat(address),
    headers: [['x', 'b'.repeat(header)]] as const,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  };
  return readExchange(request, responseOf(status), { id, operation: 'subscription' });
};

test.each<[string, number, Sent, Sent, boolean]>([
  ['a longer body', 413, { body: 11 }, { body: 10 }, true],
  ['a body that is as long', 413, { body: 10 }, { body: 10 }, false],
  ['a request without a body', 413, { address: 99 }, {}, false],
  ['a longer address', 414, { address: 11 }, { address: 10, body: 99 }, true],
  ['an address that is as long', 414, { address: 10, header: 99 }, { address: 10 }, false],
  ['larger headers', 431, { header: 11 }, { header: 10 }, true],
  ['headers that are as large', 431, { header: 10, address: 7999 }, { header: 10 }, false],
  ['an address that few servers take, as Node says', 431, { address: 8001 }, {}, true],
  ['another status', 422, { body: 11 }, { body: 10 }, false],
])('%s is too large, or not, whatever was accepted first (%i)', (_, status, rejected, accepted, isLimit) => {
  const [bad, good] = [exchange(status, rejected), exchange(200, accepted)];
  for (const exchanges of [[bad, good], [good, bad], [bad, good, exchange(404, { body: 999, address: 9999, header: 999 })]]) {
    const known = noteAccepted();
    for (const one of exchanges) known.take(one);
    expect(known.limitOf('subscription', bad) !== undefined).toBe(isLimit);
    expect(known.limitOf('application-key', bad) !== undefined).toBe([413, 414, 431].includes(status) && (status !== 413 || rejected.body !== undefined));
  }
}); // biome-ignore format: one line a case

test('a rejection is before, between or after the requests of its operation that were accepted', () => {
  const known = noteAccepted();
  const [early, first, between, second, late] = [409, 200, 409, 200, 409].map((status, index) =>
    exchange(status, {}, index + 1),
  ) as [ReadExchange, ReadExchange, ReadExchange, ReadExchange, ReadExchange];
  for (const one of [early, first, between, second, late]) known.take(one);
  const places = [early, between, late].map((one) => known.whenSent('subscription', one));
  expect(places).toEqual(['first', 'between', 'last']);
  expect(known.whenSent('application-key', late)).toBe('first');
});
