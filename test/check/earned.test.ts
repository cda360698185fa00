import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { operationOf } from '../../conformance/core/operation-of.ts';
import { isLost, type Mutant } from '../../src/http/exchange.ts';
import { jsonResponse } from '../json-response.ts';
import { conforming, contract, ruleSet, target } from '../shipped.ts';

/** Creates some records of each operation, whoever asks and whatever is sent, and rejects all requests after them. */
const creatingFew =
  (most: number, status: number): Mutant =>
  (next) => {
    const created = new Map<string, number>();
    return async (request) => {
      const operation = request.method === 'POST' ? operationOf(contract, request) : undefined;
      if (operation === undefined) return next(request);
      const count = created.get(operation) ?? 0;
      if (count >= most) return jsonResponse(status, { error: 'no' });
      created.set(operation, count + 1);
      return next(request);
    };
  };

async function verdictOn(mutant: Mutant) {
  const check = await createCheck({ contract, ruleSet, target }, { patience: 0 });
  const { headline, results } = await check.run(mutant(conforming(), contract));
  return { ...headline, results };
}

test.each([
  [1, 409],
  [2, 413],
  [10, 422],
])(
  'a server that creates %i records and then returns %i to all requests does not conform',
  async (most, status) => {
    const { verdict, why, results } = await verdictOn(creatingFew(most, status));
    expect([verdict, why]).toEqual(['undetermined', expect.stringMatching(/inconclusive.* \(POST \/v2\//)]);
    const open = results.filter((one) => one.verdict === 'inconclusive' && one.level === 'must');
    expect(open[0]?.why).toMatch(`returned ${status} "no" to a valid request`);
    expect(open[0]?.why).toContain('and no request was accepted after it');
  },
);

/** Accepts one in some valid creations, as a server does whose rows expire. */
const creatingOneIn =
  (some: number, status: number): Mutant =>
  (next) => {
    let count = 0;
    return async (request) => {
      const response = await next(request);
      if (operationOf(contract, request) !== 'application-key' || isLost(response) || response.status > 299)
        return response;
      count += 1;
      return count % some === 1 ? response : jsonResponse(status, { error: 'no' });
    };
  };

test('a server that rejects most controls does not conform, and the first of them is named', async () => {
  const { verdict, why, remedy } = await verdictOn(creatingOneIn(4, 422));
  expect(verdict).toBe('undetermined');
  expect(why).toMatch(/^\d+ of \d+ must rules of application-key not judged \(POST \/v2\/application-keys/);
  expect(remedy).toContain(
    'token: { application-key: the token of an account that may create more application keys }',
  );
});

test('a server that takes only the shortest bodies does not conform', async () => {
  const { verdict, why } = await verdictOn((next) => async (request) => {
    const isLong = operationOf(contract, request) === 'subscription' && (request.body?.byteLength ?? 0) > 270;
    return isLong ? jsonResponse(413, { error: 'no' }) : next(request);
  });
  expect([verdict, why]).toEqual([
    'undetermined',
    expect.stringMatching(/^\d+ of \d+ must rules of subscription not judged \(POST \/subscriptions\//),
  ]);
});

test('a server that takes bodies as long as the longest plain text breaks no rule', async () => {
  const { verdict, results } = await verdictOn((next) => async (request) => {
    const isLong = (request.body?.byteLength ?? 0) > 4096;
    return isLong ? jsonResponse(413, { error: 'no' }) : next(request);
  });
  expect(verdict).toBe('conforms');
  expect(results.filter((one) => one.verdict === 'fail')).toEqual([]);
  const { why } = results.find(({ rule }) => rule === 'subscription/request-external-ref-two-bytes') ?? {};
  expect(why).toContain('returned 413');
});

test('collections of which no page beyond the first is served were not judged', async () => {
  const { verdict, why } = await verdictOn(
    (next) => async (request) =>
      request.target.includes('offset') ? jsonResponse(414, { error: 'no' }) : next(request),
  );
  expect([verdict, why]).toEqual([
    'undetermined',
    expect.stringMatching(/^not every collection was judged \([0-9a-f-]{36}: .*414/),
  ]);
});
