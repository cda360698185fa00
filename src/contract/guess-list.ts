import { at, isObject, type Json, type JsonObject, type Path, pointerTo } from '../json/json.ts';
import type { Parameter } from './list.ts';
import { schemaAt } from './schema-at.ts';

const names = {
  limit: ['limit', 'per_page', 'perPage', 'page_size', 'pageSize', 'size', '_limit', '_per_page', '$top', 'count'],
  offset: ['offset', 'skip', 'start', '$skip', '_start'],
  pageIndex: ['page', 'number', 'pageNumber', 'page_number', '_page', 'pageIndex'],
}; // biome-ignore format: one glance

const totals: readonly Path[] = [
  ...['total', 'totalCount', 'total_count', 'totalItems', 'total_items', 'totalResults', 'count'].map(
    (one) => [one],
  ),
  ...['meta', 'pagination', 'page'].flatMap((outer) =>
    ['total', 'totalCount', 'total_count', 'totalElements'].map((one) => [outer, one]),
  ),
  ['meta', 'pagination', 'total'],
];

/** How an operation seems to list, from the names that most interfaces use; undefined if it does not look like it. */
export function guessedList(parameters: readonly Parameter[], response: JsonObject): JsonObject | undefined {
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  // JSON:API writes each name within `page[…]`.
  const find = (some: readonly string[]): string | undefined =>
    some.flatMap((name) => [name, `page[${name}]`]).find((name) => query.includes(name));
  const [limit, offset, pageIndex] = [find(names.limit), find(names.offset), find(names.pageIndex)];
  const records = recordsIn(response);
  if (records === undefined || limit === undefined || (offset ?? pageIndex) === undefined) return undefined;
  const total = totals.find((place) => [at(schemaAt(response, place), 'type')].flat().includes('integer'));
  return {
    items: records === '' ? '$response.body' : records,
    pageSize: limit,
    ...(offset === undefined ? { pageIndex: pageIndex as string } : { offset }),
    ...(total ? { total: pointerTo(total) } : {}),
    ...filtersIn(
      parameters
        .filter((one) => one.in === 'query' && at(one, 'required') !== true)
        .map(({ name }) => name)
        .filter((name) => ![limit, offset, pageIndex].includes(name)),
      response,
      records,
    ),
  };
}

function recordsIn(response: JsonObject): string | undefined {
  const isList = (schema: Json | undefined): boolean => isObject(at(schema, 'items') as Json);
  if (isList(response)) return '';
  const lists = Object.entries(isObject(response.properties) ? response.properties : {}).filter(([, one]) =>
    isList(one),
  );
  return lists.length === 1 ? `/${lists[0]?.[0]}` : undefined;
}

/** A parameter with the name of a text or enum of the records seems to select those that are equal to it. */
function filtersIn(query: readonly string[], response: JsonObject, records: string): JsonObject {
  const record = at(records === '' ? response : schemaAt(response, [records.slice(1)]), 'items');
  const queryables = Object.fromEntries(
    query
      .filter(
        (name) =>
          at(schemaAt(record, [name]), 'type') === 'string' &&
          at(schemaAt(record, [name]), 'format') === undefined,
      )
      .map((name) => [name, `/${name}`]),
  );
  return Object.keys(queryables).length === 0
    ? {}
    : { filter: { template: '{attribute}={value}', queryables, operators: ['eq'] } };
}
