import type { Path } from '../../json/json.ts';
import { pointerTo } from '../../json/pointer.ts';
import { type CatalogSource, catalogError } from './catalog-source.ts';

/** Claims a value for one entry of a catalog; `inner` are the steps from the entry to the value. */
type ClaimOnce = (value: string, part: CatalogSource, entry: Path, ...inner: Path) => void;

/** Makes sure that no two entries of a catalog, whatever their files, have the same value of a kind. */
export function onceOnly(kind: string): ClaimOnce {
  const taken = new Map<string, { readonly part: CatalogSource; readonly entry: Path }>();
  return (value, part, entry, ...inner) => {
    const other = taken.get(value);
    if (other) {
      const [pointer, place] = [pointerTo(other.entry), other.part.where(other.entry)];
      const first = pointer === '' ? place : `${pointer} (${place})`;
      const advice = `give one of them another ${kind}`;
      throw catalogError(part, [...entry, ...inner], `is the ${kind} of ${first} as well`, advice);
    }
    taken.set(value, { part, entry });
  };
}
