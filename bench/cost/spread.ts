/** Middle, least and greatest of some numbers. */
type Spread = { readonly median: number; readonly least: number; readonly greatest: number };

/** The spread of some numbers. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { median, least: sorted[0] ?? 0, greatest: sorted.at(-1) ?? 0 };
}

/** A spread as text. */
export const show = ({ median, least, greatest }: Spread): string =>
  `${median.toFixed(0)} (${least.toFixed(0)} to ${greatest.toFixed(0)})`;
