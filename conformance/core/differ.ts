/** Describes how two lists of ids differ; undefined if they are equal. */
export function differ(expected: readonly string[], saw: readonly string[]): string | undefined {
  const [wanted, seen] = [new Set(expected), new Set(saw)];
  const lost = expected.find((id) => !seen.has(id));
  const extra = saw.find((id) => !wanted.has(id));
  if (lost !== undefined) return extra === undefined ? `${lost} missing` : `${extra} instead of ${lost}`;
  if (extra !== undefined) return `${extra} as well`;
  if (saw.length !== expected.length) return 'a product twice';
  const place = expected.findIndex((id, index) => saw[index] !== id);
  return place < 0 ? undefined : `another order from place ${place + 1} on`;
}
