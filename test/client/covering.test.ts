import { describe, expect, test } from 'vitest';
import { coveringRows } from '../../conformance/client/plan.ts';
import { seededRandom } from '../../src/stub/choices.ts';

/** Questions with some options each. */
const axesOf = (sizes: readonly number[]) =>
  sizes.map((size, index) => ({
    id: `question-${index}`,
    options: Array.from({ length: size }, (_, option) => `option ${option}`),
  }));

/** Every option of each question with every option of every other one. */
const pairsOf = (axes: ReturnType<typeof axesOf>) =>
  axes.flatMap((one, index) =>
    axes
      .slice(index + 1)
      .flatMap((other) =>
        one.options.flatMap((left) => other.options.map((right) => [one.id, left, other.id, right] as const)),
      ),
  );

const draws = Array.from({ length: 20 }, (_, seed) => {
  const pick = seededRandom(`covering ${seed}`);
  return Array.from({ length: pick(16) }, () => 1 + pick(5));
});

describe('the rows of a covering array', () => {
  test.each([[[2, 2]], [[5, 1, 3]], ...draws.map((sizes) => [sizes])])(
    'of questions with %j options hold each pair of options, and one option of every question',
    (sizes) => {
      const axes = axesOf(sizes);
      const rows = coveringRows(axes);
      const missing = pairsOf(axes).filter(
        ([one, left, other, right]) => !rows.some((row) => row.get(one) === left && row.get(other) === right),
      );
      expect(missing).toEqual([]);
      for (const row of rows)
        expect(axes.map(({ id, options }) => options.includes(row.get(id) ?? ''))).toEqual(
          sizes.map(() => true),
        );
    },
  );

  test('are few: thirty questions of two to four options need little more than the two largest', () => {
    const sizes = Array.from({ length: 30 }, (_, index) => 2 + (index % 3));
    expect(coveringRows(axesOf(sizes)).length).toBeLessThanOrEqual(2 * 4 * 4 + 4);
  });
});
