import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { jsonOfCall, textOfBody } from '../../conformance/core/mutants.ts';
import { conforming, contract, ruleSet, target } from '../../conformance/proof/fixtures.ts';
import { type Call, isLost, type Mutant, type Reply } from '../../src/http/exchange.ts';
import { at } from '../../src/json/json.ts';

const [node] = target.nodes;
if (!node) throw new Error('the sample catalog has no node');

const tooLarge = (status: number): Reply => ({
  status,
  headers: [['content-type', 'text/html']],
  body: Buffer.from('<title>Too large</title>'),
  ms: 1,
});

/** Something in front of the server rejects what it calls too large. */
const rejecting =
  (status: number, isRejected: (call: Call) => boolean): Mutant =>
  (next) =>
  async (call) =>
    isRejected(call) ? tooLarge(status) : next(call);

const nineInTen: Mutant = (next) => {
  let count = 0;
  return async (call) => {
    count += 1;
    return call.method === 'GET' && count > 20 && count % 10 !== 0 ? tooLarge(413) : next(call);
  };
};

const everyRejection: Mutant = (next) => async (call) => {
  const reply = await next(call);
  return !isLost(reply) && reply.status >= 400 ? tooLarge(431) : reply;
};

const has = (call: Call, field: string): boolean => at(jsonOfCall(call), 'data', field) !== undefined;

async function check(mutant: Mutant) {
  const check = await createCheck({ contract, ruleSet, target });
  const { headline, results } = await check.run(mutant(conforming(), contract));
  const ended = (verdict: string) => results.filter((one) => one.verdict === verdict);
  return {
    verdict: headline.verdict,
    why: headline.why,
    broken: ended('fail')
      .filter(({ level }) => level === 'must')
      .map(({ rule }) => rule),
    warnings: ended('fail')
      .filter(({ level }) => level === 'should')
      .map(({ rule }) => rule),
    untested: ended('untested')
      .filter(({ why = '' }) => /\b4(13|14|31): /.test(why))
      .map(({ rule }) => rule),
  };
}

test.each<[string, Mutant, string]>([
  ['431 to each request with an offset', rejecting(431, ({ target }) => target.includes('offset')), 'node-products/served'],
  ['413 to each request to a declared node', rejecting(413, ({ target }) => target.includes(node.node)), 'node-products/served'],
  ['414 to each filter', rejecting(414, ({ target }) => /filter=[^&]{12,50}(&|$)/.test(target)), 'node-products/filter-served'],
  ['413 to a payment authority', rejecting(413, (call) => has(call, 'payment_authority')), 'subscription/request-payment-authority-accepted'],
  ['413 to the declared rate limit', rejecting(413, (call) => has(call, 'reserved_rate_limit')), 'application-key/accepts-rate-limit'],
])('%s is not believed where as much was accepted', async (_, mutant, broken) => {
  const found = await check(mutant);
  expect(found).toMatchObject({ verdict: 'violates', broken: expect.arrayContaining([expect.stringContaining(broken)]) });
}); // biome-ignore format: one line a case

test('413 to nine GETs in ten leaves too little to judge', async () => {
  expect((await check(nineInTen)).verdict).toBe('undetermined');
});

test('a rejection that names a limit which cannot be true is a rejection like any other', async () => {
  expect(await check(everyRejection)).toMatchObject({ verdict: 'conforms', untested: [] });
});

test.each<[string, Mutant, string]>([
  ['413 to bodies of more than 2 KB', rejecting(413, (call) => textOfBody(call).length > 2000), 'subscription/request-size'],
  ['414 to addresses of more than 180 bytes', rejecting(414, ({ target }) => target.length > 180), 'node-products/request-size'],
])('%s is a limit, and a warning', async (_, mutant, warning) => {
  const found = await check(mutant);
  expect(found).toMatchObject({ verdict: 'conforms', broken: [], warnings: expect.arrayContaining([warning]) });
}); // biome-ignore format: one line a case
