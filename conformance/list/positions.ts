/**
 * Where pages begin that are asked for by a token or a page number of an earlier response, as far as responses of a run
 * showed it.
 */
export type Positions = {
  /** The number of records before the page, among those that the rest of the query selects. */
  readonly beginOf: (selection: string, token: string) => number | undefined;
  /** The token or number by which the page is asked for that begins there. */
  readonly tokenAt: (selection: string, begin: number) => string | undefined;
  /** Notes where a page begins, unless an earlier response said it. */
  readonly note: (selection: string, token: string, begin: number) => void;
};

export function createPositions(): Positions {
  const known = new Map<string, Map<string, number>>();
  return {
    beginOf: (selection, token) => known.get(selection)?.get(token),
    tokenAt: (selection, begin) => [...(known.get(selection) ?? [])].find(([, one]) => one === begin)?.[0],
    note: (selection, token, begin) => {
      const own = known.get(selection) ?? new Map<string, number>();
      known.set(selection, own);
      if (!own.has(token)) own.set(token, begin);
    },
  };
}
