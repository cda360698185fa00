import { seededRandom } from '../../src/stub/choices/seeded-random.ts';

/** A question by its name, with the names of all of its options, the default first. */
type Axis = { readonly id: string; readonly options: readonly string[] };

/** One option of each question. */
type CoveringRow = ReadonlyMap<string, string>;

/** How many rows are drawn, of which the one that covers most is taken. */
const draws = 30;

/**
 * A covering array of strength two: in some row, every option of a question meets every option of every other one. Each
 * row is the best of some that are drawn; the draws are the same each time.
 */
export function coveringRows(axes: readonly Axis[]): CoveringRow[] {
  const pick = seededRandom('pairs');
  const open = openPairs(axes.map(({ options }) => options.length));
  const rows: CoveringRow[] = [];
  while (open.count() > 0) {
    let best: number[] = [];
    let most = -1;
    for (let draw = 0; draw < draws; draw += 1) {
      const { row, gain } = drawnRow(axes, open, pick);
      if (gain > most) [best, most] = [row, gain];
    }
    open.close(best);
    rows.push(new Map(axes.map(({ id, options }, axis) => [id, options[best[axis] ?? 0] ?? ''])));
  }
  return rows;
}

/** The pairs of options that no row contains yet. */
type OpenPairs = {
  readonly count: () => number;
  /** How many open pairs an option is part of. */
  readonly of: (axis: number, option: number) => number;
  readonly isOpen: (axis: number, option: number, other: number, its: number) => boolean;
  /** Notes that a row contains its pairs. */
  readonly close: (row: readonly number[]) => void;
};

function openPairs(sizes: readonly number[]): OpenPairs {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const firsts = sizes.map((_, axis) => sizes.slice(0, axis).reduce((sum, size) => sum + size, 0));
  const place = (axis: number, option: number): number => (firsts[axis] ?? 0) + option;
  const open = new Uint8Array(total * total).fill(1);
  const left = new Uint32Array(total);
  for (const [axis, size] of sizes.entries())
    for (let option = 0; option < size; option += 1) left[place(axis, option)] = total - size;
  const isOpen = (axis: number, option: number, other: number, its: number): boolean =>
    axis !== other && open[place(axis, option) * total + place(other, its)] === 1;
  return {
    count: () => left.reduce((sum, one) => sum + one, 0),
    of: (axis, option) => left[place(axis, option)] ?? 0,
    isOpen,
    close: (row) => {
      for (const [axis, option] of row.entries())
        for (const [other, its] of row.entries()) {
          if (!isOpen(axis, option, other, its)) continue;
          open[place(axis, option) * total + place(other, its)] = 0;
          left[place(axis, option)] = (left[place(axis, option)] ?? 0) - 1;
        }
    },
  };
}

/** Takes for one question after the other, in any order, the option that meets most of what it has not met yet. */
function drawnRow(
  axes: readonly Axis[],
  open: OpenPairs,
  pick: (count: number) => number,
): { readonly row: number[]; readonly gain: number } {
  const row: number[] = axes.map(() => -1);
  const taken: number[] = [];
  let gain = 0;
  for (const axis of orderOf(axes, open, pick)) {
    const gains = (axes[axis]?.options ?? []).map((_, option) =>
      taken.reduce((sum, other) => sum + Number(open.isOpen(axis, option, other, row[other] ?? 0)), 0),
    );
    const most = Math.max(...gains);
    const likely = gains.flatMap((one, option) => (one === most ? [option] : []));
    const needed = Math.max(...likely.map((option) => open.of(axis, option)));
    const best = likely.filter((option) => open.of(axis, option) === needed);
    row[axis] = best[pick(best.length)] ?? 0;
    taken.push(axis);
    gain += most;
  }
  return { row, gain };
}

/** The question first whose option is part of most open pairs, then the others in any order. */
function orderOf(axes: readonly Axis[], open: OpenPairs, pick: (count: number) => number): number[] {
  const needs = axes.map(({ options }, axis) =>
    Math.max(...options.map((_, option) => open.of(axis, option))),
  );
  const order = [needs.indexOf(Math.max(...needs))];
  const rest = axes.flatMap((_, axis) => (order.includes(axis) ? [] : [axis]));
  while (rest.length > 0) order.push(...rest.splice(pick(rest.length), 1));
  return order;
}
