import { expect, test } from 'vitest';
import { rotateEachTime } from '../../conformance/mutants/node-products/counting.ts';
import { changeProducts } from '../../conformance/mutants/node-products/listing.ts';
import { checked, conforming, target } from '../../conformance/proof/fixtures.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { header } from '../../src/http/exchange.ts';

/** The last node of the target: its relations are judged when those of all others were. */
const last = target.nodes.at(-1)?.node ?? '';

/** Everywhere else, every third page that is no recheck omits its last product. */
const wavers: Mutant = (next) => {
  let turn = 0;
  const short = changeProducts((product, index, { limit }) => (index + 1 === limit ? undefined : product))(
    next,
  );
  return (call) => {
    turn += 1;
    const isRecheck = header(call.headers, 'cache-control') === 'no-cache';
    return turn % 3 > 0 || isRecheck || call.target.includes(last) ? next(call) : short(call);
  };
};

/** The last node is listed in another order each time. */
const restless: Mutant = (next) => {
  const rotated = rotateEachTime(next);
  return (call) => (call.target.includes(last) ? rotated(call) : next(call));
};

test('relations that keep failing once leave rechecks to those of another node', async () => {
  const transport = conforming({ mutants: [wavers, restless] });
  const { results } = await checked(transport, { selected: new Set(['node-products/order-stable']) });
  expect(results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['node-products/order-stable', 'fail'],
  ]);
});
