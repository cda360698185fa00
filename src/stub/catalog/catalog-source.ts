import { UserError } from '../../errors.ts';
import type { Json, Path } from '../../json/json.ts';
import { pointerTo } from '../../json/pointer.ts';

/** One parsed file of a catalog, with a way to find the line of each value. */
export type CatalogSource = {
  readonly value: Json;
  /** File and line. */
  readonly where: (path: Path) => string;
  /** What the whole value is called; `the catalog` if left out. */
  readonly whole?: string;
};

/** The error for a path in a catalog file: file, line, pointer and what to do about it. */
export function catalogError(
  { where, whole = 'the catalog' }: CatalogSource,
  path: Path,
  what: string,
  others = 0,
  advice = 'fix it there',
): UserError {
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return new UserError(`${where(path)}: ${pointerTo(path) || whole} ${what}${more}; ${advice}.`);
}
