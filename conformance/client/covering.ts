/** A question by its name, with the names of all of its options, the default first. */
type Axis = { readonly id: string; readonly options: readonly string[] };

/** One option of each question. */
export type Row = ReadonlyMap<string, string>;

/**
 * A covering array of strength two: in some row, every option of a question meets every option of every other one.
 * Each row takes, question by question, the option that meets most of what has not met yet.
 */
export function coveringRows(axes: readonly Axis[]): Row[] {
  const open = new Set<string>();
  for (const [index, one] of axes.entries())
    for (const other of axes.slice(index + 1))
      for (const left of one.options)
        for (const right of other.options) open.add(pairOf(one.id, left, other.id, right));
  const rows: Row[] = [];
  while (open.size > 0) {
    const row = new Map<string, string>();
    // A row begins with a pair that is still open, so that each makes progress.
    const [a = '', left = '', b = '', right = ''] = partsOf(open.values().next().value ?? '');
    row.set(a, left).set(b, right);
    for (const { id, options } of axes) {
      if (row.has(id)) continue;
      const gains = options.map((option) => gainOf(row, id, option, open));
      row.set(id, options[gains.indexOf(Math.max(...gains))] ?? '');
    }
    for (const [id, option] of row)
      for (const [other, its] of row) open.delete(pairOf(id, option, other, its));
    rows.push(row);
  }
  return rows;
}

function gainOf(row: Row, id: string, option: string, open: ReadonlySet<string>): number {
  let gain = 0;
  for (const [other, its] of row)
    if (open.has(pairOf(id, option, other, its)) || open.has(pairOf(other, its, id, option))) gain += 1;
  return gain;
}

const pairOf = (...parts: readonly [id: string, option: string, other: string, its: string]): string =>
  parts.join('\n');

const partsOf = (pair: string): string[] => pair.split('\n');
