import { UserError } from '../../errors.ts';
import type { Json, Path } from '../../json/json.ts';
import { pointerTo } from '../../json/pointer.ts';
import type { ProductLine } from './catalog.ts';

/** One parsed file of a catalog, with a way to find the line of each value. */
export type CatalogSource = {
  readonly value: Json;
  /** File and line. */
  readonly where: (path: Path) => string;
  /** What the whole value is called; `the catalog` if left out. */
  readonly whole?: string;
};

/** A file with a product a line, read and checked; in the order of its lines. */
export type LineFile = {
  readonly name: string;
  readonly lines: readonly (CatalogSource & { readonly product: ProductLine })[];
};

/** The error for a path in a catalog file: file, line, pointer and what to do about it. */
export const catalogError = (
  { where, whole = 'the catalog' }: CatalogSource,
  path: Path,
  what: string,
  advice = 'fix it there',
): UserError => new UserError(`${where(path)}: ${pointerTo(path) || whole} ${what}; ${advice}.`);

/** The most mistakes that are told at once. */
const mostTold = 20;

/** Mistakes in a catalog, which are told all at once. */
export type Mistakes = {
  /** Notes the {@link UserError} that a step throws, and returns what it returns otherwise. */
  readonly note: <T>(step: () => T) => T | undefined;
  /** Throws one {@link UserError} for all that was noted, if anything was. */
  readonly end: () => void;
};

/** Starts to collect mistakes. */
export function collectMistakes(): Mistakes {
  const told: string[] = [];
  return {
    note: (step) => {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        told.push(error.message, ...error.lines);
        return undefined;
      }
    },
    end: () => {
      const [first, ...others] = told.slice(0, mostTold);
      const rest = told.length - mostTold;
      if (first !== undefined)
        throw new UserError(first, [...others, ...(rest > 0 ? [`and ${rest} more mistakes.`] : [])]);
    },
  };
}
