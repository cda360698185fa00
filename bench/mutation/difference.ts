const context = 6;

/** What one change made of a file, as a unified diff of one hunk. */
export function differenceOf(file: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const from = Math.max(0, start - context);
  const leading = old.slice(from, start);
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  const trailing = old.slice(old.length - end, old.length - end + context);
  const same = leading.length + trailing.length;
  return [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${from + 1},${same + removed.length} +${from + 1},${same + added.length} @@`,
    ...leading.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...trailing.map((line) => ` ${line}`),
  ].join('\n');
}
