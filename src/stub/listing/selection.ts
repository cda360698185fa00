import type { ListStructure } from '../../contract/list.ts';
import { readSort, type SortKey, sortParameters } from '../../contract/list-sorts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Setup } from '../operation.ts';
import type { Problem } from '../responses.ts';
import {
  type BadFilter,
  type Conditions,
  grammarParameter,
  isBadFilter,
  readFilter,
  readQueryFilters,
} from './filter.ts';

type SelectedRecords = {
  readonly conditions: Conditions;
  /** What the selected records are ordered by; empty for the order of the listing. */
  readonly keys: readonly SortKey[];
  readonly problems: readonly Problem[];
};

/** Reads which records a query selects, and their order. The schemas of parameters are checked elsewhere. */
export function createSelectionReader(
  { choices, pointers }: Setup,
  operation: Operation,
  list: ListStructure,
): (query: ReadonlyMap<string, string>) => SelectedRecords {
  const { filter: form, sort, order = [] } = list;
  const parameter = form && grammarParameter(form);
  const read = (query: ReadonlyMap<string, string>): Conditions | (BadFilter & { parameter?: string }) => {
    if (!form) return [];
    if (parameter === undefined) return readQueryFilters(withDefaults(query), form, operation, choices);
    const text = query.get(parameter);
    return text === undefined ? [] : readFilter(text, operation, choices);
  };
  /** A parameter that is left out has its default. */
  const defaults = new Map(
    operation.parameters.flatMap(({ name, in: place, schema }) =>
      place === 'query' && schema.default !== undefined ? [[name, String(schema.default)] as const] : [],
    ),
  );
  const withDefaults = (query: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map([...defaults, ...query]);
  const problemWith = (name: string, detail: string, reason: Problem['reason']): Problem => ({
    detail: `${name} ${detail}`,
    source: { parameter: name },
    reason: { pointer: pointers.parameter(operation.id, name), ...reason },
  });
  return (query) => {
    const found = read(query);
    const asked = sort && readSort(sort, query, defaults);
    if (sort && asked === 'unknown') {
      const [name = ''] = sortParameters(sort).filter((one) => query.has(one));
      const problem = problemWith(name, `is none of ${[...sort.sortables.keys()].join(', ')}`, {
        clause: `${operation.id}/sort-unknown`,
      });
      return { conditions: [], keys: [], problems: [problem] };
    }
    const keys = asked === undefined || asked === 'unknown' ? order : [asked];
    if (!isBadFilter(found)) return { conditions: found, keys, problems: [] };
    const { at, expected, reason, parameter: name = parameter ?? '' } = found;
    return {
      conditions: [],
      keys,
      problems: [problemWith(name, `expected ${expected} at position ${at}`, reason)],
    };
  };
}
