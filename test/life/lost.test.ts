import { expect, it } from 'vitest';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { runAgainst } from '../check-of.ts';
import { contract } from './books.ts';
import { serveBooks } from './books-server.ts';

/** No book is read that the check created. */
const losing = { read: (id: number) => (id > 5 ? 'none' : undefined) } as const;

/** A server without books whose 404 says what is not there. */
const silent = serveBooks({ ...losing, listed: () => [] }).transport;
const saying: Transport = async (request) => {
  const response = await silent(request);
  if (isLost(response) || response.status !== 404) return response;
  const what = /^\/books\/\d+$/.test(request.target) ? 'book' : 'path';
  return { ...response, body: Buffer.from(`{"error":"no such ${what}"}`) };
};

it.each([
  ['another one is read that is listed', serveBooks(losing).transport, 'fail'],
  ['another message is returned for an unknown path', saying, 'fail'],
  ['nothing is read, and nothing is said', silent, 'untested'],
] as const)(
  'a created record is lost, or reading is not implemented: %s',
  async (_name, transport, verdict) => {
    const { results } = await runAgainst(contract, transport);
    expect(results.find(({ rule }) => rule === 'getBook/as-created')?.verdict).toBe(verdict);
  },
);
