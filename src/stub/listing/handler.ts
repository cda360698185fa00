import { isDeepStrictEqual } from 'node:util';
import type { ListStructure } from '../../contract/list.ts';
import { grammarParameter, queryDefaults } from '../../contract/list-filters.ts';
import { ascendingPairs, readSort, type SortKey, sortParameters } from '../../contract/list-sorts.ts';
import { collectionParameters, type Operation } from '../../contract/operations.ts';
import { listedValues } from '../../contract/satisfiable.ts';
import { isObject } from '../../json/json.ts';
import type { Handler, Setup } from '../operation.ts';
import { createParameterCheck, parameterProblem } from '../parameters.ts';
import { type Problem, type Rejection, reject, rejectFor } from '../responses.ts';
import { rejectionStatus, successStatus } from '../statuses.ts';
import { type Conditions, isBadFilter, readFilter, readQueryFilters } from './filter.ts';
import type { Listed } from './listed.ts';
import { createQueryReader, keptOf, type PagePosition, readCursor, type WrittenPage } from './pages.ts';
import { createReadyPages } from './ready-pages.ts';

/** Writes a page of those entries of a collection that match the filter. */
export type PageWriter<Entry> = (
  listed: Listed<Entry>,
  matching: readonly Entry[],
  position: Omit<PagePosition, 'total'>,
) => WrittenPage;

/** What differs between listings: what there is at some values of their parameters, and how a page of it looks. */
type Lister<Entry> = {
  /** Another object after each change. */
  readonly find: (values: readonly string[], isFirst: boolean) => Listed<Entry> | undefined;
  readonly write: PageWriter<Entry>;
};

/** Serves an operation that lists: reads the page and the filter, and writes each page once. */
export function createListingHandler<Entry>(
  setup: Setup,
  operation: Operation,
  createLister: (operation: Operation, list: ListStructure) => Lister<Entry>,
): Handler {
  const { choices, contract } = setup;
  const { id, list } = operation;
  if (!list) throw new Error(`${id} lists nothing`);
  const { find, write } = createLister(operation, list);
  const readPage = createQueryReader(setup, operation, list);
  const readSelection = createSelectionReader(setup, operation, list);
  const isNumbered = list.firstPage !== undefined;
  const readyPage = createReadyPages();
  const filterParameter = list.filter?.parameter;
  // What is in these is read otherwise than by a schema.
  const others = [filterParameter, list.outputToken && list.names.offset];
  const check = createParameterCheck(setup, operation, ({ name }) => !others.includes(name));
  const names = collectionParameters(operation);
  const success = successStatus(operation);
  const rejecting = rejectionStatus(contract, operation, choices['listing-rejection']);
  const pastEnd = rejectionStatus(contract, operation, 404);
  const nothing: Listed<Entry> = { entries: [], select: () => [], sort: () => [] };
  const ordered = (listed: Listed<Entry>, conditions: Conditions, keys: readonly SortKey[]) => {
    const selected = listed.select(conditions);
    return keys.length === 0 ? selected : listed.sort(selected, keys, choices);
  };

  return ({ base, path, pathParameters, queryParameters: asked, problems: queryProblems }) => {
    const queryParameters = readCursor(list, asked) ?? asked;
    const objection = objectionTo(queryParameters.get(filterParameter ?? '') ?? '', setup);
    if (objection) return objection;
    const { page, problems: pageProblems } = readPage(queryParameters);
    const { conditions, keys, problems: selectionProblems } = readSelection(queryParameters);
    const invalid = check({ pathParameters, queryParameters });
    // Of what its schema does not allow, no choice is left.
    const ofPage = pageProblems.filter(
      ({ source }) => !invalid.some((one) => isDeepStrictEqual(one.source, source)),
    );
    const problems = [...queryProblems, ...ofPage, ...invalid, ...selectionProblems];
    if (problems.length > 0) return reject(rejecting, problems);
    const values = names.map((name) => pathParameters.get(name) ?? queryParameters.get(name) ?? '');
    const found = find(values, page.offset === 0);
    if (!found && choices['unknown-node'] === 'rejected')
      return rejectFor('unknown-node', 404, 'nothing is listed at this path');
    const listed = found ?? nothing;
    const position = { address: `${base()}${path}`, kept: keptOf(queryParameters, list), page };
    if (isNumbered && page.offset > 0 && choices['page-past-end'] === 'rejected') {
      const { length } = listed.select(conditions);
      if (page.offset >= length) return rejectFor('page-past-end', pastEnd, 'there is no such page');
    }
    const written = readyPage(listed, position, () =>
      write(listed, ordered(listed, conditions, keys), position),
    );
    return { status: success, ...written };
  };
}

/** Firewalls in front of servers reject some filters. */
const objectionTo = (filter: string, { choices }: Setup): Rejection | undefined =>
  choices['filter-fragments'] === 'forbidden' && /['"]|--/.test(filter)
    ? rejectFor('filter-fragments', 403, 'the filter looks like an attack')
    : undefined;

type SelectedRecords = {
  readonly conditions: Conditions;
  /** What the selected records are ordered by; empty for the order of the listing. */
  readonly keys: readonly SortKey[];
  readonly problems: readonly Problem[];
};

/** Reads which records a query selects, and their order. The schemas of parameters are checked elsewhere. */
function createSelectionReader(
  { choices }: Setup,
  operation: Operation,
  list: ListStructure,
): (query: ReadonlyMap<string, string>) => SelectedRecords {
  const { filter: form, sort, order = [] } = list;
  const parameter = form && grammarParameter(form);
  const read = (query: ReadonlyMap<string, string>): ReturnType<typeof readFilter> => {
    if (!form) return [];
    if (parameter === undefined)
      return readQueryFilters(new Map([...defaults, ...query]), form, operation, choices);
    const text = query.get(parameter);
    return text === undefined ? [] : readFilter(text, operation, choices);
  };
  /** A parameter that is left out has its default. */
  const defaults = new Map(queryDefaults(operation.parameters));
  /** Without a direction, a sort is ascending, as on most servers. */
  const sortDefaults = new Map([...(sort ? ascendingPairs(sort) : []), ...defaults]);
  return (query) => {
    const found = read(query);
    const asked = sort && readSort(sort, query, sortDefaults);
    const sent = sort ? sortParameters(sort).filter((one) => query.has(one)) : [];
    if (sort && asked === 'unknown' && !sent.every((name) => namesValues(operation, name))) {
      const [name = ''] = sent;
      const what = `is none of ${[...sort.sortables.keys()].join(', ')}`;
      const problem = parameterProblem(operation, name, what, { clause: `${operation.id}/sort-unknown` });
      return { conditions: [], keys: [], problems: [problem] };
    }
    const keys = asked === undefined || asked === 'unknown' ? order : [asked];
    if (!isBadFilter(found)) return { conditions: found, keys, problems: [] };
    const { at, expected, reason, parameter: name = parameter ?? '' } = found;
    return {
      conditions: [],
      keys,
      problems: [parameterProblem(operation, name, `expected ${expected} at position ${at}`, reason)],
    };
  };
}

/** Whether the schema of a parameter lists its values. Each of these is served, also if it is none of the sortables. */
function namesValues({ parameters }: Operation, name: string): boolean {
  const schema = parameters.find((one) => one.name === name)?.schema ?? {};
  return listedValues(isObject(schema.items) ? schema.items : schema) !== undefined;
}
