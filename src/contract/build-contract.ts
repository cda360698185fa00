import { createHash } from 'node:crypto';
import { UserError } from '../errors.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  pointerTo,
  stepsOf,
  withAt,
  withoutAt,
} from '../json/json.ts';
import type { Sources } from './constraint-clauses.ts';
import { readConstraints } from './constraints.ts';
import type { Clause, Contract } from './contract.ts';
import { echoPromises } from './echoes.ts';
import { kindClauses, type Placing } from './kind-clauses.ts';
import { levelPlaces, statedLevel } from './levels.ts';
import { readOperations } from './openapi.ts';
import type { Operation, OperationId } from './operations.ts';
import { promisesIn } from './promises.ts';
import { filterClauses, sortClauses } from './query-clauses.ts';
import { uncheckedParts } from './unchecked.ts';

/** The operations of which no clause is written: what is true of their kind is stated of them. */
const unwrittenOf = (
  operations: Readonly<Record<OperationId, Operation>>,
  clauses: ReadonlyMap<string, Clause>,
): Record<OperationId, Operation> => {
  const written = new Set([...clauses.keys()].map((id) => id.split('/', 1)[0]));
  return Object.fromEntries(Object.entries(operations).filter(([id]) => !written.has(id)));
};

const unplaced: Sources = {
  unwritten: 'was added',
  mayBeEmpty: true,
  where: (path) => `openapi.yaml#${pointerTo(path)}`,
};

/** Reads a document; the texts of clauses stay as they are written. */
export function buildContract(
  document: JsonObject,
  clauses: ReadonlyMap<string, Clause>,
  sources: Sources = unplaced,
): Contract {
  const hasDerivedClauses = sources.unwritten === 'is derived';
  const operations = readOperations(document, sources.where, hasDerivedClauses);
  const read = readConstraints(document, clauses, sources, operations);
  const { constraints } = read;
  const unwritten = hasDerivedClauses ? operations : unwrittenOf(operations, clauses);
  const placingOf = (operation: Operation): Placing => ({
    at: sources.source?.(operation.place) ?? `${operation.method} ${operation.path}`,
    level: (name) => statedLevel(levelPlaces(document, operation), name, sources.where),
  });
  const placed = <T extends { readonly clause: Clause; readonly operation: OperationId }>(one: T): T => {
    const operation = operations[one.operation];
    return sources.source && operation
      ? { ...one, clause: { ...one.clause, at: [placingOf(operation).at] } }
      : one;
  };
  const stated = promisesIn(operations, sources.where).map(placed);
  const promises = [
    ...stated,
    ...echoPromises({ operations: unwritten, constraints }, placingOf).filter(
      (derived) => !stated.some(({ clause }) => clause.id === derived.clause.id),
    ),
  ];
  const derived = [
    ...kindClauses({ operations: unwritten }, { document, operations, constraints }, placingOf),
    ...[...filterClauses({ operations }), ...sortClauses({ operations })].map((clause) => {
      const [operation = ''] = clause.id.split('/');
      return placed({ operation, clause }).clause;
    }),
    ...promises.map(({ clause }) => clause),
  ]
    .filter(({ id }) => !clauses.has(id))
    .map((clause) => [clause.id, clause] as const);
  const text = JSON.stringify([document, [...clauses.values()]]);
  const unchecked = [
    ...(hasDerivedClauses ? uncheckedParts(document, { operations }, sources.source ?? sources.where) : []),
    ...read.unchecked,
  ];
  return {
    version: String(at(document, 'info', 'version')),
    sha256: createHash('sha256').update(text).digest('hex'),
    document,
    clauses: new Map([...clauses, ...read.clauses, ...derived]),
    operations,
    constraints,
    promises,
    ...(hasDerivedClauses ? { hasDerivedClauses } : {}),
    ...(hasDerivedClauses || unchecked.length > 0 ? { unchecked } : {}),
    amended: [],
    lost: [],
    gone: [],
  };
}

export function amend(
  contract: Contract,
  change: { readonly constraint: string; readonly value?: Json; readonly by?: number },
): Contract {
  const constraint = contract.constraints.find(({ id }) => id === change.constraint);
  if (!constraint) throw new UserError(`the contract has no constraint with the id "${change.constraint}".`);
  const path = [
    ...withArrayIndexes(contract.document, stepsOf(constraint.pointer)),
    constraint.written ?? constraint.keyword,
  ];
  const changed = change.by === undefined ? change.value : Number(constraint.value) + change.by;
  const value =
    constraint.keyword === 'required' ? withoutField(contract.document, path, constraint.value) : changed;
  const document =
    value === undefined ? withoutAt(contract.document, path) : withAt(contract.document, path, value);
  return withDocument(contract, document as JsonObject);
}

/** A contract as it would be with another document; it may state what no value satisfies. */
export function withDocument(contract: Contract, document: JsonObject): Contract {
  const { amended, lost, gone, hasDerivedClauses, focus: _focus, whole: _whole, ...others } = contract;
  const clauses = hasDerivedClauses ? writtenClauses(contract) : contract.clauses;
  const sources = { ...unplaced, lost, ...(hasDerivedClauses ? { unwritten: 'is derived' as const } : {}) };
  return { ...others, ...buildContract(document, clauses, sources), amended, lost, gone };
}

/** The clauses that somebody wrote. */
const writtenClauses = ({ clauses }: Contract): Map<string, Clause> =>
  new Map([...clauses].filter(([, { derived }]) => !derived));

const withoutField = (document: JsonObject, path: (string | number)[], field: Json): Json =>
  (at(document, ...path) as Json[]).filter((name) => name !== field);

/** A JSON pointer has array positions as strings. */
function withArrayIndexes(document: JsonObject, path: readonly string[]): (string | number)[] {
  return path.map((step, index) => (isObject(at(document, ...path.slice(0, index))) ? step : Number(step)));
}
