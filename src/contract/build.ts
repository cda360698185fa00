import { createHash } from 'node:crypto';
import { at, isObject, type JsonObject } from '../wire/json.ts';
import { ConstraintList } from './constraints.ts';
import { type Clause, type Constraint, type Contract, type OperationId, operationIds } from './contract.ts';
import { interpolate, type Texts } from './interpolate.ts';
import { readOperations } from './operations.ts';
import { pointerTo } from './pointer.ts';
import {
  jsonSchemaOf,
  type Placed,
  parametersOf,
  requestOf,
  type Site,
  sitesIn,
  successOf,
} from './sites.ts';
import type { Where } from './yaml-file.ts';

/** What is known of the files a contract is built from. */
export type Sources = Texts & {
  /** Says where something of the document stands. */
  readonly where: Where;
};

/** Of a contract that was built before, the files are gone: its pointers have to do. */
const unplaced: Sources = {
  where: (path) => `openapi.yaml#${pointerTo(path)}`,
  whereClause: (id) => `clauses.yaml, ${id}`,
};

/** Builds the contract from an OpenAPI document and the clauses as they were read. */
export function buildContract(
  document: JsonObject,
  clauses: ReadonlyMap<string, Clause>,
  sources: Sources = unplaced,
): Contract {
  const operations = readOperations(document, sources.where);
  const bare = collect(document, clauses, sources.where);
  const filled = interpolate(clauses, bare, sources);
  const constraints = bare.map((constraint) => ({
    ...constraint,
    clause: filled.get(constraint.clause.id) ?? constraint.clause,
  }));
  const text = JSON.stringify([document, [...clauses.values()]]);
  return {
    version: String(at(document, 'info', 'version')),
    sha256: createHash('sha256').update(text).digest('hex'),
    document,
    clauses: filled,
    operations,
    constraints,
    amended: [],
  };
}

function collect(document: JsonObject, clauses: ReadonlyMap<string, Clause>, where: Where): Constraint[] {
  const list = new ConstraintList(document, clauses, where);
  for (const site of sitesIn(document)) {
    const operation = operationIds.find((id) => id === site.id);
    if (operation !== undefined) collectFrom(document, list, operation, site);
  }
  return list.all;
}

function collectFrom(document: JsonObject, list: ConstraintList, operation: OperationId, site: Site): void {
  const base = { operation, path: [], member: [], optional: false };
  for (const parameter of parametersOf(document, site)) {
    checkRequired(list, parameter);
    const name = String(parameter.found.name);
    const pointer = pointerTo([...parameter.path, 'schema']);
    const place = { ...base, side: 'parameter', path: [name], member: [name], optional: true } as const;
    list.walk(parameter.found.schema, { ...place, pointer });
  }
  const request = requestOf(document, site);
  if (request) checkRequired(list, request);
  const sides = [
    ['request', request],
    ['response', successOf(document, site)],
  ] as const;
  for (const [side, body] of sides) {
    const schema = body && jsonSchemaOf(body);
    if (schema) list.walk(schema.found, { ...base, side, pointer: pointerTo(schema.path) });
  }
}

/** That a parameter or a body has to be there is a clause too, though no constraint on its value. */
function checkRequired(list: ConstraintList, placed: Placed): void {
  if (placed.found.required === true || isObject(placed.found['x-clause'])) list.clauseOf(placed, 'required');
}
