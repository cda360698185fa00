/** The middle of some numbers, and where the middle half of them lies. */
export type Spread = { readonly median: number; readonly low: number; readonly high: number };

/** Sums some numbers up. */
export function spread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const quantile = (share: number): number => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? Number.NaN;
    const above = sorted[Math.ceil(place)] ?? below;
    return below + (above - below) * (place - Math.floor(place));
  };
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) };
}

/** Each number divided by its partner of the same round, summed up. */
export const ratios = (numbers: readonly number[], partners: readonly number[]): Spread =>
  spread(numbers.map((number, round) => number / (partners[round] ?? Number.NaN)));

/** The median, and the middle half. */
export const show = ({ median, low, high }: Spread, digits: number): string =>
  `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
