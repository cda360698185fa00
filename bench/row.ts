/** One row of a Markdown table. */
export const row = (...cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
