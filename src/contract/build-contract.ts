import { createHash } from 'node:crypto';
import { UserError } from '../errors.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  pointerTo,
  stepsOf,
  withAt,
  withoutAt,
} from '../json/json.ts';
import { fillIn } from '../words.ts';
import type { Sources } from './constraint-clauses.ts';
import { readConstraints } from './constraints.ts';
import {
  type Clause,
  type Constraint,
  type Contract,
  constraintsOf,
  type FieldPromise,
  type Level,
} from './contract.ts';
import { echoesOf, kindClauses, type Placing } from './kind-clauses.ts';
import { levelPlaces, statedLevel } from './levels.ts';
import { clauseName, filterFields, type Meaning, writtenForm } from './list-filters.ts';
import { sortClause } from './list-sorts.ts';
import { readOperations } from './openapi.ts';
import { isWriting, type Operation, type OperationId } from './operations.ts';
import { promisesIn } from './promises.ts';
import { uncheckedParts } from './unchecked.ts';

const texts: Readonly<Partial<Record<Meaning, FilterTexts>>> = {
  eq: {
    only: 'A filter `{filter}` with a plain value returns no {record} with another {attribute}.',
    all: 'A filter `{filter}` with a plain value returns every {record} of the collection with that {attribute}.',
  },
  in: {
    only: 'A filter `{filter}` returns no {record} with another {attribute}.',
    all: 'A filter `{filter}` with one value returns every {record} of the collection with that {attribute}.',
  },
};

/** Fields that a response returns as they were sent, or that have their defaults after a creation that leaves them out. */
const echoPromises = (
  operations: Readonly<Record<OperationId, Operation>>,
  constraints: readonly Constraint[],
  placingOf: (operation: Operation) => Placing,
): FieldPromise[] => {
  /** The schemas at each field of the records of an operation, by side. */
  const pointersOf = (id: OperationId): Map<string, Set<string>> => {
    const pointers = new Map<string, Set<string>>();
    for (const { side, paths, pointer } of constraintsOf({ constraints }, id))
      for (const key of paths.map((path) => keyOf(side, path)))
        pointers.set(key, (pointers.get(key) ?? new Set()).add(pointer));
    return pointers;
  };
  const keyOf = (side: Constraint['side'], path: Path): string => `${side} ${path.join()}`;
  return Object.values(operations)
    .filter(isWriting)
    .flatMap((operation) => {
      const { id, kind, record, sentIn } = operation;
      const placing = placingOf(operation);
      const pointers = pointersOf(id);
      const isShared = (place: Path): boolean => {
        const sent = pointers.get(keyOf('request', [...sentIn, ...place]));
        const shown = pointers.get(keyOf('response', [...record, ...place]));
        return [...(sent ?? [])].some((one) => shown?.has(one));
      };
      const promise = (
        name: string,
        level: Level,
        text: string,
      ): Pick<FieldPromise, 'operation' | 'clause'> => ({
        operation: id,
        clause: {
          id: `${id}/${name}`,
          at: [placing.at],
          level: placing.level(name) ?? level,
          text,
          derived: true,
        },
      });
      return echoesOf(operation, isShared).flatMap(({ place, isStated, usual }): FieldPromise[] => {
        const [path, sentAt] = [
          [...record, ...place],
          [...sentIn, ...place],
        ];
        const words = place.join('.');
        const level = isStated ? 'must' : 'should';
        const isOwn = place.length === 1;
        // Frameworks write null of what a server fills in itself, too.
        const ofDefault = usual === null ? 'should' : level;
        const text = `\`${words}\` has its default if it is left out.`;
        return [
          ...(isOwn
            ? [{ ...promise(`${words}-returned`, level, `\`${words}\` is returned as sent.`), path, sentAt }]
            : []),
          ...(usual === undefined || kind !== 'create'
            ? []
            : [
                {
                  ...promise(`${place.join('-')}-default`, ofDefault, text),
                  path,
                  leftOut: { at: sentAt, usual },
                },
              ]),
        ];
      });
    });
};

/** The operations of which no clause is written: what is true of their kind is stated of them. */
const unwrittenOf = (
  operations: Readonly<Record<OperationId, Operation>>,
  clauses: ReadonlyMap<string, Clause>,
): Record<OperationId, Operation> => {
  const written = new Set([...clauses.keys()].map((id) => id.split('/', 1)[0]));
  return Object.fromEntries(Object.entries(operations).filter(([id]) => !written.has(id)));
};

type FilterTexts = { readonly only: string; readonly all: string };

const otherTexts: FilterTexts = {
  only: 'A filter `{filter}` with a plain value returns no {record} whose {attribute} does not match.',
  all: 'A filter `{filter}` with a plain value returns every {record} of the collection whose {attribute} matches.',
};

/** The clauses of filter operators. */
function filterClauses(operations: Readonly<Record<OperationId, Operation>>): Clause[] {
  return Object.values(operations).flatMap(({ id: operation, list, nouns, isProposed }) =>
    (list ? filterFields(list) : []).flatMap((field) =>
      (['only', 'all'] as const).map((what): Clause => {
        const { operator, means, attribute } = field;
        const id = `${operation}/${clauseName(field)}-${what}`;
        const words = new Map([
          ['filter', writtenForm(list ?? {}, field)],
          ['attribute', attribute],
          ...Object.entries(nouns),
        ]);
        const text = fillIn((texts[means] ?? otherTexts)[what], (name) => words.get(name));
        const level = isProposed ? 'should' : 'must';
        return { id, at: [`x-list#${operator}/${attribute}`], level, text, derived: true };
      }),
    ),
  );
}

/** The clauses of sortables. */
const sortClauses = (operations: Readonly<Record<OperationId, Operation>>): Clause[] =>
  Object.values(operations).flatMap(({ id: operation, list, nouns }) =>
    [...(list?.sort?.sortables.keys() ?? [])].map((attribute) => ({
      id: `${operation}/${sortClause(attribute)}`,
      at: [`x-list#sort/${attribute}`],
      level: 'must',
      text: `A listing that is sorted by ${attribute} has its ${nouns.records} in that order.`,
      derived: true,
    })),
  );

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
    ...echoPromises(unwritten, constraints, placingOf).filter(
      (derived) => !stated.some(({ clause }) => clause.id === derived.clause.id),
    ),
  ];
  const derived = [
    ...kindClauses({ operations: unwritten }, { document, operations, constraints }, placingOf),
    ...[...filterClauses(operations), ...sortClauses(operations)].map((clause) => {
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
