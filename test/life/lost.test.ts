import { expect, it } from 'vitest';
import { run } from '../../conformance/engine/run.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { contract } from './books.ts';
import { serveBooks } from './books-server.ts';

const ruleSet = await loadRuleSet(contract);

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
    const target = resolveTarget(
      contract,
      { token: 'any', writes: 'allow', settles: '0s' },
      'http://localhost',
    );
    const { results } = await run({
      ...{ contract, ruleSet, target, transport },
      ...{ nonce: 'a55a4000', patience: 0 },
    });
    expect(results.find(({ rule }) => rule === 'getBook/as-created')?.verdict).toBe(verdict);
  },
);
