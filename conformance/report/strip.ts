import type { ShownExchange } from './report.ts';

/** A record on a page, and what is odd about it beside the other pages. */
type StripCell = { readonly id: string; readonly mark?: string };

/** Pages of one listing below each other, a column for each place, so that a reader sees which record came twice or is lost. */
export type Strip = {
  /** The places of the columns, from 1 on; none where pages have tokens, whose places nobody knows. */
  readonly places: readonly number[];
  readonly rows: readonly {
    readonly page: string;
    /** By column; undefined where the page has no record there. */
    readonly cells: readonly (StripCell | undefined)[];
  }[];
};

type StripRow = { readonly page: string; readonly from: number | undefined; readonly ids: readonly string[] };

/** The most columns, and how many are shown beside those with a mark. */
const mostColumns = 24;
const beside = 3;

/** The strip of a finding: of the pages among its exchanges that list the same selection; undefined if there are not two. */
export function stripOf(exchanges: readonly ShownExchange[]): Strip | undefined {
  const pages = exchanges.flatMap(({ request, page }) =>
    page ? [{ ...page, page: request.target.split('?')[1] ?? 'no parameters' }] : [],
  );
  const [all = []] = [...Map.groupBy(pages, ({ selection }) => selection).values()].filter(
    (same) => new Set(same.map(({ page }) => page)).size > 1,
  );
  const [first] = all;
  if (!first) return undefined;
  const isPlaced = all.every(({ from }) => from !== undefined);
  const start = Math.min(...all.map(({ from = 0 }) => from));
  const rows = [...Map.groupBy(all, ({ page }) => page).values()]
    .flatMap(([row]) =>
      row ? [{ page: row.page, ids: row.ids, from: isPlaced ? row.from : undefined }] : [],
    )
    .toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0));
  const placed = rows.map((row) => ({
    page: row.page,
    shift: (row.from ?? start) - start,
    cells: row.ids.map((id, index) => stripCell(id, index, row, rows)),
  }));
  const [left, right] = windowOf(placed);
  const columns = Array.from({ length: right - left }, (_, index) => left + index);
  return {
    places: isPlaced ? columns.map((column) => start + column + 1) : [],
    rows: placed.map(({ page, shift, cells }) => ({
      page,
      cells: columns.map((column) => cells[column - shift]),
    })),
  };
}

function stripCell(id: string, index: number, row: StripRow, rows: readonly StripRow[]): StripCell {
  const others = rows.filter((other) => other !== row);
  const found = others.flatMap(({ ids, from }) => {
    const at = ids.indexOf(id);
    return at < 0 ? [] : [from === undefined ? undefined : from + at];
  });
  if (row.from === undefined) return found.length > 0 ? { id, mark: 'twice' } : { id };
  const place = row.from + index;
  const elsewhere = found.find((one) => one !== place);
  if (elsewhere !== undefined) return { id, mark: `also at ${elsewhere + 1}` };
  const isCovered = others.some(({ from = 0, ids }) => place >= from && place < from + ids.length);
  return isCovered && found.length === 0 ? { id, mark: 'only here' } : { id };
}

/** The cells of a page, which begins in the column `shift`. */
type PlacedRow = { readonly shift: number; readonly cells: readonly StripCell[] };

/** The columns that show the first marks, with some beside them. */
function windowOf(rows: readonly PlacedRow[]): [left: number, right: number] {
  const end = Math.max(0, ...rows.map(({ shift, cells }) => shift + cells.length));
  const marked = rows
    .flatMap(({ shift, cells }) => cells.flatMap(({ mark }, index) => (mark ? [shift + index] : [])))
    .toSorted((one, other) => one - other);
  const [first, last] = [marked.at(0), marked.at(-1)];
  if (first === undefined || last === undefined || end <= mostColumns) return [0, Math.min(end, mostColumns)];
  const left = Math.max(0, first - beside);
  return [left, Math.min(end, left + mostColumns, last + 1 + beside)];
}
