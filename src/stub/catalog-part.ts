import { pointerTo } from '../contract/pointer.ts';
import { Fault } from '../fault.ts';
import type { Json, Path } from '../wire/json.ts';

/** One file of a catalog as it was read, with a way to say where in it something stands. */
export type CatalogPart = {
  readonly value: Json;
  /** File and line. */
  readonly where: (path: Path) => string;
};

/** What is amiss in a catalog file: file, line, pointer and what to do about it. */
export function amiss({ where }: CatalogPart, path: Path, what: string, others = 0): Fault {
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return new Fault(`${where(path)}: ${pointerTo(path) || 'the catalog'} ${what}${more}; mend it there.`);
}
