import { expect, it } from 'vitest';
import { sampled } from '../seed.ts';
import { isTold, judgeAgain, liveOnly, wireMutants } from './judged-again.ts';

/** Faults by which a record once told something else: looks that alternate, and a body that is too long to be kept. */
const known = ['every second listing of a collection is in reverse', 'a list of ids is ignored'];

const tried = new Set([
  ...sampled(wireMutants, 1),
  ...wireMutants.filter(({ mutant }) => known.includes(mutant.name)),
]);

it('finds nothing in the record of a check that found nothing', async () => {
  expect(await judgeAgain()).toEqual({ found: [], again: [] });
});

it('finds in the record of a check the pinned choices that the check found broken', async () => {
  const pins = { 'rejection-status': '400', 'trailing-slash': 'served', 'limit-zero': 'rejected' };
  const broken = ['choice/rejection-status: fail', 'choice/trailing-slash: fail'];
  expect(await judgeAgain(undefined, pins)).toEqual({ found: broken, again: broken });
});

it.each([...tried])(
  'finds in the record of a check what the check found: $rule: $mutant.name',
  async ({ mutant }) => {
    const { found, again } = await judgeAgain(mutant);
    expect(again).toEqual(found.filter(isTold));
  },
);

it('names only rules that there are as those that only a check can tell', () => {
  const known = wireMutants.map(({ rule }) => rule);
  expect(Object.keys(liveOnly).filter((rule) => !known.includes(rule))).toEqual([]);
});
