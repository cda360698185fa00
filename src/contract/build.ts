import { createHash } from 'node:crypto';
import { at, isObject, type JsonObject } from '../wire/json.ts';
import { interpolate } from './clauses.ts';
import { ConstraintList } from './constraints.ts';
import { type Clause, type Constraint, type Contract, type OperationId, operationIds } from './contract.ts';
import { readOperations } from './operations.ts';

/** Builds the contract from an OpenAPI document and the clauses as they were read. */
export function buildContract(document: JsonObject, clauses: ReadonlyMap<string, Clause>): Contract {
  const bare = collect(document, clauses);
  const filled = interpolate(clauses, bare);
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
    operations: readOperations(document),
    constraints,
  };
}

function collect(document: JsonObject, clauses: ReadonlyMap<string, Clause>): Constraint[] {
  const list = new ConstraintList(document, clauses);
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    for (const [method, found] of Object.entries(isObject(item) ? item : {})) {
      const operation = at(found, 'operationId') as OperationId;
      if (!operationIds.includes(operation) || !isObject(found)) continue;
      const base = { operation, path: [], member: [], optional: false };
      const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}`;
      for (const [index, parameter] of (Array.isArray(found.parameters) ? found.parameters : []).entries()) {
        const name = String(at(parameter, 'name'));
        const place = { ...base, side: 'parameter', path: [name], member: [name] } as const;
        list.walk(at(parameter, 'schema') as JsonObject, {
          ...place,
          pointer: `${pointer}/parameters/${index}/schema`,
          optional: true,
        });
      }
      list.walk(schemaIn(found.requestBody), { ...base, side: 'request', pointer: `${pointer}/requestBody` });
      const success = Object.entries(isObject(found.responses) ? found.responses : {}).find(([code]) =>
        code.startsWith('2'),
      );
      list.walk(schemaIn(success?.[1]), { ...base, side: 'response', pointer: `${pointer}/responses` });
    }
  }
  return list.all;
}

const schemaIn = (content: unknown) =>
  at(content, 'content', 'application/json', 'schema') as JsonObject | undefined;
