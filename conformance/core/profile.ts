import type { Demand } from '../../src/contract/demands.ts';
import {
  collectionParameters,
  isChanging,
  type Operation,
  type OperationId,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import { recordIdsIn, recordIn, requestFields, requiredFields } from '../../src/contract/record.ts';
import { idsFirst, nounOfId } from '../../src/contract/record-references.ts';
import { isStateful } from '../../src/contract/related-operations.ts';
import { at, type Json } from '../../src/json/json.ts';
import { collectionsLineFor, knownLine, type Remedy, tokenLine } from './remedies.ts';
import { knownGoodOf, type Target, tokenFor } from './target.ts';

export const contentDemand: Demand = {
  shows: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'checked a response body',
};

export const requiredDemand: Demand = {
  shows: ['required'],
  words: 'showed that a request without a required field is rejected',
};

/** Whether a body contains the record that its operation creates or reads. */
export const showsRecord = (contract: WithOperations, operation: OperationId, body: unknown): boolean =>
  recordIn(operationIn(contract, operation), body) !== undefined;

/** Whether a text may be anything, so that it can contain the nonce. */
export const isFree = (schema: Json): boolean =>
  at(schema, 'type') === 'string' &&
  ['enum', 'const', 'format', 'pattern'].every((keyword) => at(schema, keyword) === undefined);

/** A field that is tried beside the others, since a server may accept only one of them. */
export function triedBeside(operation: Operation): string | undefined {
  return Object.entries(requestFields(operation)).find(([, schema]) => at(schema, 'x-beside') === true)?.[0];
}

const wantsToken = (operation: OperationId, status: number, target: Target): boolean =>
  status === 401 || (status === 403 && tokenFor(target, operation) === undefined);

/** What the target file could add for a creation that is rejected: values that are not declared yet; otherwise, others. */
function creationLine(operation: Operation, target: Target, status: number): Remedy | undefined {
  const { id, security, nouns, references } = operation;
  const required = requiredFields(operation);
  // The id of a record that is not there is what a server rejects first.
  const needed = idsFirst(requestFields(operation)).filter(
    ([name, one]) =>
      required.includes(name) &&
      (nounOfId(name) !== undefined || !isFree(one)) &&
      at(one, 'const') === undefined &&
      !references.some(({ field }) => field === name),
  );
  if (needed.length === 0)
    return security.length === 0
      ? undefined
      : {
          kind: 'token',
          operation: id,
          token: `the token of an account that may create more ${nouns.records}`,
        };
  const [first] = knownGoodOf(target, id);
  const missing = needed.flatMap(([name]) => (first[name] === undefined ? `${name}: …` : []));
  if (missing.length > 0)
    return status === 409
      ? `known: { ${id}: [{ ${missing.join(', ')} }, { … }, …] } with other values in each map`
      : knownLine(id, missing.join(', '));
  const more = `known: { ${id}: … } with values that your server accepts, or several sets of values if it accepts each only once: [{ … }, { … }]`;
  const beside = triedBeside(operation);
  return beside === undefined || first[beside] !== undefined
    ? more
    : `known: { ${id}: { ${beside}: … } }, or ${more}`;
}

/** Whether an operation creates or changes something, or reads what must be created before. */
export function needsWrites(contract: WithOperations, id: OperationId): boolean {
  const operation = operationIn(contract, id);
  const { kind } = operation;
  return kind === 'create' || isChanging(operation) || (kind === 'read' && isStateful(contract, id));
}

/** Whether a body contains what its operation is about, such as a record or a listing: a status alone proves nothing. */
export function showsResource(contract: WithOperations, id: OperationId, body: Json | undefined): boolean {
  const operation = operationIn(contract, id);
  if (operation.kind === 'delete' || (isChanging(operation) && body === undefined)) return true;
  return (operation.kind === 'list' ? recordIdsIn : recordIn)(operation, body) !== undefined;
}

/** The line of the target file that could turn a rejection of valid input into an acceptance. */
export function remedyFor(
  contract: WithOperations,
  id: OperationId,
  status: number,
  target: Target,
): Remedy | undefined {
  const operation = operationIn(contract, id);
  if (operation.kind === 'list' && collectionParameters(operation).length > 0)
    return [401, 403].includes(status) ? tokenLine(id, target) : collectionsLineFor(contract, id, target);
  if (wantsToken(id, status, target)) return tokenLine(id, target);
  return operation.kind === 'create' ? creationLine(operation, target, status) : undefined;
}
