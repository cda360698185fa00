import { expect, test } from 'vitest';
import { changeRecords } from '../../conformance/list/mutants.ts';
import { rotateEachTime } from '../../conformance/list/order/rules.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import { type HttpRequest, header, type Mutant } from '../../src/http/exchange.ts';
import { sampled } from '../seed.ts';
import { checked, conforming, target } from '../shipped.ts';

/** The last collection of the target: its relations are judged when those of all others were. */
const last = target.collections.at(-1)?.values.at(-1) ?? '';

/** Every third page omits its last product, unless it is excepted. */
const wavering =
  (isExcepted: (request: HttpRequest) => boolean): Mutant =>
  (next, contract) => {
    let turn = 0;
    const short = changeRecords(({ index, limit }) => index + 1 === limit && null)(next, contract);
    return (request) => {
      turn += 1;
      return turn % 3 > 0 || isExcepted(request) ? next(request) : short(request);
    };
  };

/** Everywhere else, every third page that is no recheck omits its last product. */
const wavers = wavering(
  ({ headers, target: asked }) => header(headers, 'cache-control') === 'no-cache' || asked.includes(last),
);

/** The last collection is listed in another order each time. */
const restless: Mutant = (next, contract) => {
  const rotated = rotateEachTime(next, contract);
  return (request) => (request.target.includes(last) ? rotated(request) : next(request));
};

test('relations that keep failing once leave rechecks to those of another collection', async () => {
  const transport = conforming({ mutants: [wavers, restless] });
  const { results } = await checked(transport, { selected: new Set(['node-products/order-stable']) });
  expect(results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['node-products/order-stable', 'fail'],
  ]);
});

test.each(sampled(['filter-pages', 'page-limit-exact', 'page-offset-default'], 1))(
  'a rule that is checked alone has all the rechecks it needs: %s',
  async (name) => {
    const rule = `node-products/${name}`;
    const wavers = wavering(() => false);
    const { results } = await checked(conforming({ mutants: [wavers] }), { selected: new Set([rule]) });
    expect(results.map((one) => one.rule)).toEqual([rule]);
    expect((results[0] && wordsOfResult(results[0]).why) ?? '').not.toContain('--only');
  },
);
