import { expect, it } from 'vitest';
import { type Choices, contraryChoices, randomChoices, seededRandom } from '../../src/stub/choices.ts';
import { sampled, seed } from '../seed.ts';
import { contract } from '../shipped.ts';
import { foundIn, isTold, judgeAgain, judgeUnknown, liveOnly, wireMutants } from './judged-again.ts';

/** Faults by which a record once told something else: looks that alternate, and a body that is too long to be kept. */
const known = ['every second listing of a collection is in reverse', 'a list of ids is ignored'];

const tried = new Set([
  ...sampled(wireMutants, 1),
  ...wireMutants.filter(({ mutant }) => known.includes(mutant.name)),
]);

it('finds nothing in the record of a check that found nothing', async () => {
  expect(await judgeAgain()).toEqual({ found: [], again: [] });
});

it.each<[string, Partial<Choices>]>([
  ['default', {}],
  ['contrary', contraryChoices(contract)],
  ['random', randomChoices(contract, seededRandom(String(seed)))],
])('finds nothing in traffic of a conforming server of which nothing is known: %s', async (_, choices) => {
  const report = await judgeUnknown(choices);
  expect([foundIn(report), report.headline.verdict]).toEqual([[], 'no violation']);
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
