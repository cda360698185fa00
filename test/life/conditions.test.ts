import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type HttpResponse, isLost, type Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { loadDocument } from '../contract/own-contract.ts';
import { brokenIn, check, openapi, stubWith } from './checked.ts';

const shelf = await readFile(openapi, 'utf8');

/** The contract of a shelf, in which a change or a deletion without If-Match is rejected. */
const contract = await loadDocument(
  shelf.replaceAll('name: If-Match, in: header,', 'name: If-Match, in: header, required: true,'),
);

const verdictsOf = async (transport: Transport) => {
  const seen = await runAgainst(contract, transport);
  return { seen, verdicts: new Map(seen.results.map(({ rule, verdict }) => [rule, verdict])) };
};

const stub = () => createStub({ contract, seed: 'shelf' }).transport;

describe('a required If-Match', () => {
  it('is sent with the ETag that a reading showed', async () => {
    const { seen, verdicts } = await verdictsOf(stub());
    expect(brokenIn(seen)).toEqual([]);
    for (const rule of ['replaceBook/shown', 'updateBook/if-match-stale', 'deleteBook/gone'])
      expect([rule, verdicts.get(rule)]).toEqual([rule, 'pass']);
    expect(seen.created).toEqual([]);
  });

  it('is required by the stub', async () => {
    const request = { target: '/authors/1/books/1', headers: [['authorization', 'Bearer any']] } as const;
    const response = (await stub()({ ...request, method: 'DELETE' })) as HttpResponse;
    expect([404, 428]).toContain(response.status);
  });

  it('that matches no weak ETag is no fault', async () => {
    const transport = stub();
    const strong = (text: string): string => text.replace(/^W\//, '');
    const { seen } = await verdictsOf(async (request) => {
      const headers = request.headers.map(([name, value]): readonly [string, string] => [
        name,
        /^if-(none-)?match$/i.test(name) ? strong(value) : value,
      ]);
      const response = await transport({ ...request, headers });
      if (isLost(response)) return response;
      return {
        ...response,
        headers: response.headers.map(([name, value]): readonly [string, string] => [
          name,
          name.toLowerCase() === 'etag' ? `W/${value}` : value,
        ]),
      };
    });
    expect(brokenIn(seen)).toEqual([]);
  });
});

it('the ETag of a record that is read as it was for some time is no fault', async () => {
  const transport = stubWith();
  const known = new Map<string, HttpResponse>();
  const stale = new Map<string, number>();
  const seen = await check(async (request) => {
    const { method, target } = request;
    const [before, left = 0] = [known.get(target), stale.get(target)];
    if (method === 'GET' && before && left > 0) {
      stale.set(target, left - 1);
      return before;
    }
    const response = await transport(request);
    if (isLost(response)) return response;
    if (method === 'GET') known.set(target, response);
    else if (response.status <= 299) stale.set(target, 2);
    return response;
  });
  expect(brokenIn(seen)).toEqual([]);
  const passed = seen.results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? [rule] : []));
  expect(passed).toEqual(
    expect.arrayContaining(['updateBook/if-match-current', 'deleteBook/if-match-stale']),
  );
});
