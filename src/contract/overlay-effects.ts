// What an Overlay changed or removed: compares a contract with what it was before.

import { at, isAtOrIn, type JsonObject, pointerTo, withAt } from '../json/json.ts';
import type { Clause, Contract, FieldPath } from './contract.ts';
import { filterFields } from './list-filters.ts';
import { operationsIn } from './openapi.ts';
import { isOperation, type OperationId } from './operations.ts';

/** A document whose operations are named as another one names them. */
export function renamedAs(document: JsonObject, other: JsonObject): JsonObject {
  // Of several at one place, the first counts.
  const names = new Map(
    operationsIn(other)
      .toReversed()
      .map(({ id, path }) => [pointerTo(path), id]),
  );
  return operationsIn(document).reduce((renamed, { id, path }) => {
    const name = names.get(pointerTo(path)) ?? id;
    return name === id ? renamed : (withAt(renamed, [...path, 'x-operation'], name) as JsonObject);
  }, document);
}

/** What an Overlay changed or removed, and the clauses that are left. */
export function overlayEffects(
  before: Contract,
  after: Contract,
): Pick<Contract, 'clauses' | 'amended' | 'lost' | 'gone'> {
  const gone = goneIn(before, after);
  const clauses = clausesLeft(after, before, gone);
  // What only an Overlay states of a listing changes nothing that the document says.
  const stated = new Set(
    operationsIn(before.document).flatMap(({ id, path }) =>
      at(before.document, ...path, 'x-list') === undefined ? [] : [id],
    ),
  );
  const known = new Set(promiseTexts(before));
  return {
    clauses,
    amended: [
      ...changedKeys(constraintTexts(before), constraintTexts(after)),
      ...changedKeys(statedListings(before, stated), statedListings(after, stated)),
      ...promiseTexts(after).filter((one) => !known.has(one)),
    ],
    lost: [...before.clauses.keys()].filter((id) => !clauses.has(id)),
    gone,
  };
}

const keyOfPlace = (operation: string, side: string, path: FieldPath): string =>
  JSON.stringify([operation, side, path]);

/** A field that is left at its place or in the record is not gone: an Overlay may only say where the record is. */
function goneIn(before: Contract, after: Contract): Contract['gone'] {
  const left = new Set(
    after.constraints.flatMap(({ operation, side, paths }) =>
      // Where the record is the body itself, what was beside it is in it.
      paths.flatMap((path) => [
        keyOfPlace(operation, side, path),
        keyOfPlace(operation, side, inRecord(after, { operation, side, path })),
      ]),
    ),
  );
  const fields = before.constraints.flatMap(({ operation, side, paths }) =>
    paths.map((path) => ({ operation, side, path })),
  );
  const found = new Map(
    fields.map((field) => [keyOfPlace(field.operation, field.side, field.path), field] as const),
  );
  return [...found.values()].filter(
    (field) =>
      ![field.path, inRecord(before, field)].some((path) =>
        left.has(keyOfPlace(field.operation, field.side, path)),
      ),
  );
}

/** The path of a field from the record, after a mark; as it is if it is not in the record. */
function inRecord({ operations }: Contract, { operation, side, path }: Contract['gone'][number]): FieldPath {
  const { record = [], sentIn = [] } = operations[operation] ?? {};
  const outer = { request: sentIn, response: record, parameter: [] }[side];
  const isWithin = side !== 'parameter' && isAtOrIn(path, outer);
  return isWithin ? ['(record)', ...path.slice(outer.length)] : path;
}

/** Leaves out clauses whose constraints, fields or operators were removed. */
function clausesLeft(
  { clauses, constraints, operations }: Contract,
  before: Contract,
  gone: Contract['gone'],
): Contract['clauses'] {
  const goneAt = new Set(gone.map(({ operation, side, path }) => keyOfPlace(operation, side, path)));
  const stated = new Set(constraints.map(({ clause }) => clause.id));
  const unstated = new Set(
    before.constraints.flatMap(({ clause }) => (stated.has(clause.id) ? [] : clause.id)),
  );
  const isRowGone = new Map<string, boolean>();
  // A renamed parameter keeps its clause.
  for (const { operation, side, paths, clause } of before.constraints)
    for (const row of clause.at.flatMap((address) => rowOf(address) ?? []))
      for (const path of paths.filter((one) => side !== 'parameter' && one.at(-1) === fieldOfRow(row)))
        isRowGone.set(row, isRowGone.get(row) !== false && goneAt.has(keyOfPlace(operation, side, path)));
  const [filterBefore, filterLeft] = [before.operations, operations].map(
    (all) => Object.values(all).flatMap(({ list }) => list ?? [])[0],
  );
  // An operator with another name keeps its clauses.
  const meanings = new Set(filterLeft?.filter?.fields.map(({ means }) => means));
  const operators = new Map(
    filterBefore?.filter?.fields.map(({ operator, means }) => [operator, !meanings.has(means)]),
  );
  for (const row of [...clauses.values()].flatMap(({ at }) => at.flatMap((address) => rowOf(address) ?? [])))
    if (operators.has(fieldOfRow(row) ?? ''))
      isRowGone.set(row, operators.get(fieldOfRow(row) ?? '') === true);
  const isAboutGone = ({ at }: Clause): boolean => {
    const rows = at.flatMap((address) => isRowGone.get(rowOf(address) ?? '') ?? []);
    return rows.length > 0 && rows.every((isGone) => isGone);
  };
  const isOfGone = (id: string): boolean =>
    isOperation(before, prefixOf(id)) && !isOperation({ operations }, prefixOf(id));
  return new Map(
    [...clauses].filter(([id, clause]) => !unstated.has(id) && !isOfGone(id) && !isAboutGone(clause)),
  );
}

/** The operation that the id of a clause begins with. */
export const prefixOf = (id: string): string => id.split('/', 1)[0] ?? '';

const rowOf = (address: string): string | undefined => /^([^#]+)#/.exec(address)?.[1];

const fieldOfRow = (row: string): string | undefined => /([^/.]+?)(?: \(.*\))?$/.exec(row)?.[1];

function changedKeys(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
}

/** What concerns a server: everything except the position in a file. */
const constraintTexts = ({ constraints }: Contract): Map<string, string> =>
  new Map(
    constraints.map(({ id, side, paths, value, optional, clause }) => [
      id,
      JSON.stringify([side, paths, value, optional, clause.id]),
    ]),
  );

const statedListings = ({ operations }: Contract, stated: ReadonlySet<OperationId>): Map<string, string> =>
  new Map(
    Object.values(operations).flatMap(({ id, list }) =>
      list && stated.has(id)
        ? [
            [`${id}/x-list/items`, list.items.join('/')] as const,
            [`${id}/x-list/total`, JSON.stringify(list.total)] as const,
            ...Object.entries(list.names).map(([part, name]) => [`${id}/x-list/${part}`, name] as const),
            ...filterFields(list).map(
              ({ operator, attribute, means, place }) =>
                [`${id}/x-list/filter/${operator}/${attribute}`, `${means} ${place.join('/')}`] as const,
            ),
          ]
        : [],
    ),
  );

const promiseTexts = ({ promises }: Contract): string[] =>
  promises.map(({ operation, path, sentAt, leftOut }) => {
    const keyword = leftOut ? 'default' : 'x-distinct';
    return `${operation}/${path.join('.')}/${sentAt ? 'x-returns' : keyword}`;
  });
