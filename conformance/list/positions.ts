import type { PageRequest } from '../core/evidence.ts';

/** Where a page begins, and what said how it is asked for. */
export type Position = {
  /** The number of records before the page, among those that the rest of the query selects. */
  readonly begin: number;
  readonly source?: PageRequest;
};

/**
 * Where pages begin that are asked for by a token or a page number of an earlier response, as far as responses of a run
 * showed it.
 */
export type Positions = {
  readonly of: (selection: string, token: string) => Position | undefined;
  /** The token or number by which the page is asked for that begins there. */
  readonly tokenAt: (selection: string, begin: number) => string | undefined;
  /** Notes where a page begins, unless an earlier response said it. */
  readonly note: (selection: string, token: string, position: Position) => void;
  /** Forgets where the pages of a selection begin if one of them, by its name, shows other records than before. */
  readonly compare: (selection: string, page: string, records: string) => void;
  /** Forgets all, since records were created, changed or deleted. */
  readonly forget: () => void;
};

export function createPositions(): Positions {
  const known = new Map<string, Map<string, Position>>();
  const shown = new Map<string, Map<string, string>>();
  return {
    of: (selection, token) => known.get(selection)?.get(token),
    tokenAt: (selection, begin) =>
      [...(known.get(selection) ?? [])].find(([, one]) => one.begin === begin)?.[0],
    note: (selection, token, position) => {
      const own = known.get(selection) ?? new Map<string, Position>();
      known.set(selection, own);
      if (!own.has(token)) own.set(token, position);
    },
    compare: (selection, page, records) => {
      const own = shown.get(selection) ?? new Map<string, string>();
      shown.set(selection, own);
      const before = own.get(page);
      own.set(page, records);
      if (before !== undefined && before !== records) known.delete(selection);
    },
    forget: () => {
      known.clear();
      shown.clear();
    },
  };
}
