/** Rows as lines, their cells in columns of equal width; a column without any text is left out. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .flatMap((cell, at) => (widths[at] ? cell.padEnd(widths[at]) : []))
      .join('  ')
      .trimEnd(),
  );
}
