import type { ListStructure } from '../../contract/list.ts';
import { filterName, hasGrammar } from '../../contract/list-filters.ts';
import type { Operation } from '../../contract/operations.ts';
import type { ContractPointers, Setup } from '../operation.ts';
import type { Problem } from '../responses.ts';
import { type BadFilter, type Conditions, conditionOf, isBadFilter, readFilter } from './filter.ts';

type Selection = { readonly conditions: Conditions; readonly problems: readonly Problem[] };

/** Reads which records a query selects. The schemas of parameters are checked elsewhere. */
export function createSelectionReader(
  { choices, pointers }: Setup,
  operation: Operation,
  list: ListStructure,
): (query: ReadonlyMap<string, string>) => Selection {
  const withOperators = hasGrammar(list);
  return (query) => {
    const text = withOperators ? query.get(filterName) : undefined;
    const read = text === undefined ? [] : readFilter(text, operation, choices);
    if (isBadFilter(read)) return { conditions: [], problems: [problemWith(read, operation, pointers)] };
    const others = list.filter.flatMap((one) => {
      const value = one.parameter === undefined ? undefined : query.get(one.parameter);
      return value === undefined ? [] : conditionOf(one, value);
    });
    return { conditions: [...read, ...others], problems: [] };
  };
}

const problemWith = (
  { at, expected, reason }: BadFilter,
  { id }: Operation,
  pointers: ContractPointers,
): Problem => ({
  detail: `${filterName} expected ${expected} at position ${at}`,
  source: { parameter: filterName },
  reason: { pointer: pointers.parameter(id, filterName), ...reason },
});
