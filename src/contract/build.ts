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
import { fillIn } from '../words.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { ConstraintList } from './constraints.ts';
import type { Clause, Contract, FieldPromise, Operation, OperationId } from './contract.ts';
import { echoesOf, kindClauses } from './kinds.ts';
import { fieldsOf, type Meaning } from './list.ts';
import {
  type DocumentPart,
  jsonSchemaOf,
  type OperationPart,
  operationsIn,
  parametersOf,
  readOperations,
  requestOf,
  successOf,
} from './openapi.ts';
import { promisesIn } from './promises.ts';

const texts: Readonly<Partial<Record<Meaning, FilterTexts>>> = {
  equals: {
    only: 'A filter `{filter}` with a plain value returns no product with another {attribute}.',
    all: 'A filter `{filter}` with a plain value returns every product of the node with that {attribute}.',
  },
  among: {
    only: 'A filter `{filter}` returns no product with another {attribute}.',
    all: 'A filter `{filter}` with one value returns every product of the node with that {attribute}.',
  },
};

/** Fields that a response returns as they were sent. */
const echoPromises = (operations: Readonly<Record<OperationId, Operation>>): FieldPromise[] =>
  Object.values(operations)
    .filter(({ kind }) => kind === 'create')
    .flatMap((operation) =>
      echoesOf(operation).map((name) => ({
        operation: operation.id,
        path: [...operation.record, name],
        sentAt: [...operation.sentIn, name],
        clause: {
          id: `${operation.id}/${name}-returned`,
          at: [`${operation.method} ${operation.path}`],
          level: 'must' as const,
          text: `\`${name}\` is returned as sent.`,
          derived: true as const,
        },
      })),
    );

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
  only: 'A filter `{filter}` with a plain value returns no product whose {attribute} does not match.',
  all: 'A filter `{filter}` with a plain value returns every product of the node whose {attribute} matches.',
};

/** The clauses of filter operators that nobody wrote. */
function filterClauses(
  operations: Readonly<Record<OperationId, Operation>>,
  written: ReadonlyMap<string, Clause>,
): Clause[] {
  return Object.values(operations).flatMap(({ id: operation, list }) =>
    (list ? fieldsOf(list) : []).flatMap(({ operator, means, attribute }) =>
      (['only', 'all'] as const).flatMap((what) => {
        const id = `${operation}/filter-${operator}-${attribute}-${what}`;
        if (written.has(id)) return [];
        const words = new Map([
          ['filter', `${operator}(${attribute},…)`],
          ['attribute', attribute],
        ]);
        const text = fillIn((texts[means] ?? otherTexts)[what], (name) => words.get(name));
        return [{ id, at: [`x-list#${operator}/${attribute}`], level: 'must', text, derived: true } as const];
      }),
    ),
  );
}

type Sources = {
  readonly where: Where;
  readonly derives?: boolean;
  /** Whether the contract has no clauses: then each kind of operation brings its own. */
  readonly own?: boolean;
  /** Whether a schema may allow no value, as that of a mutant may. */
  readonly mayBeEmpty?: true;
};

const unplaced: Sources = {
  derives: true,
  mayBeEmpty: true,
  where: (path) => `openapi.yaml#${pointerTo(path)}`,
};

/** Reads a document; the texts of clauses stay as they are written. */
export function buildContract(
  document: JsonObject,
  clauses: ReadonlyMap<string, Clause>,
  sources: Sources = unplaced,
): Contract {
  const operations = readOperations(document, sources.where, sources.own);
  const list = new ConstraintList(document, clauses, { ...sources, operations });
  for (const part of operationsIn(document)) if (operations[part.id]) collect(document, list, part.id, part);
  const { all: constraints, repeated } = list;
  const promises = [
    ...promisesIn(operations, sources.where),
    ...echoPromises(unwrittenOf(operations, clauses)),
  ];
  const derived = [
    ...kindClauses({ operations: unwrittenOf(operations, clauses) }, { operations }),
    ...filterClauses(operations, clauses),
    ...promises.map(({ clause }) => clause),
  ].map((clause) => [clause.id, clause] as const);
  const text = JSON.stringify([document, [...clauses.values()]]);
  return {
    version: String(at(document, 'info', 'version')),
    sha256: createHash('sha256').update(text).digest('hex'),
    document,
    clauses: new Map([...clauses, ...repeated, ...derived]),
    operations,
    constraints,
    promises,
    ...(sources.own ? { own: true as const, unchecked: list.unchecked } : {}),
    amended: [],
    lost: [],
    gone: [],
  };
}

function collect(
  document: JsonObject,
  list: ConstraintList,
  operation: OperationId,
  part: OperationPart,
): void {
  const base = { operation, path: [], field: [], optional: false, isOption: false };
  for (const parameter of parametersOf(document, part)) {
    checkRequired(list, parameter);
    const name = String(parameter.found.name);
    const pointer = pointerTo([...parameter.path, 'schema']);
    const place = { ...base, side: 'parameter', path: [name], field: [name], optional: true } as const;
    list.walk(parameter.found.schema, { ...place, pointer });
  }
  const request = requestOf(document, part);
  if (request) checkRequired(list, request);
  const sides = [
    ['request', request],
    ['response', successOf(document, part)],
  ] as const;
  for (const [side, body] of sides) {
    const schema = body && jsonSchemaOf(body);
    if (schema && side === 'request' && list.isOwn && body.found.required === true)
      list.bodyRequired(operation);
    if (schema) list.walk(schema.found, { ...base, side, pointer: pointerTo(schema.path) });
  }
}

/** `required` of a parameter or a body has a clause as well, although it constrains no value. */
function checkRequired(list: ConstraintList, placed: DocumentPart): void {
  const isNamed = isObject(placed.found['x-clause']);
  // A parameter of the path is always required.
  const needsName = placed.found.required === true && placed.found.in !== 'path' && !list.derives;
  if (isNamed || needsName) list.clauseOf(placed, 'required');
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
    constraint.keyword === 'required' ? without(contract.document, path, constraint.value) : changed;
  const document =
    value === undefined ? withoutAt(contract.document, path) : withAt(contract.document, path, value);
  const { amended, lost, gone, texts, wantedExamples } = contract;
  return {
    ...buildContract(document as JsonObject, contract.own ? new Map() : contract.clauses, {
      ...unplaced,
      ...(contract.own ? { own: true } : {}),
    }),
    amended,
    lost,
    gone,
    ...(texts ? { texts } : {}),
    ...(wantedExamples ? { wantedExamples } : {}),
  };
}

const without = (document: JsonObject, path: (string | number)[], field: Json): Json =>
  (at(document, ...path) as Json[]).filter((name) => name !== field);

/** A JSON pointer has array positions as strings. */
function withArrayIndexes(document: JsonObject, path: readonly string[]): (string | number)[] {
  return path.map((step, index) => (isObject(at(document, ...path.slice(0, index))) ? step : Number(step)));
}
