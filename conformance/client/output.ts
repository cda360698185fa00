/** A line that says why a test failed, in the words of common test runners. */
const assertion =
  /assert|expect(ed|ation)|\b\w*(Error|Exception|Failure)\b|panic:|^not ok|^\s*(-+ )?(FAIL|✗|✖|×)|^E +/i;

/**
 * The lines of an output, cut from the middle if there are more than `most`: the first assertion with what follows it is kept, and
 * the end.
 */
export function cutOutput(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  const half = Math.floor(most / 2);
  const found = lines.findIndex((line) => assertion.test(line));
  const isAtEnd = found < 0 || found >= lines.length - most;
  if (isAtEnd) return [left(lines.length - most), ...lines.slice(-most)];
  const between = lines.length - half - (found + half);
  return [
    ...(found > 0 ? [left(found)] : []),
    ...lines.slice(found, found + half),
    ...(between > 0 ? [left(between)] : []),
    ...lines.slice(-Math.min(half, lines.length - found - half)),
  ];
}

const left = (count: number): string => `… ${count} ${count === 1 ? 'line' : 'lines'} not shown …`;
