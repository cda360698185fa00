import {
  everyOperation,
  isOfKind,
  type Operation,
  type OperationId,
  ofKind,
  type WithOperations,
} from '../../src/contract/operations.ts';
import { literally } from '../../src/contract/templates.ts';
import { type HttpRequest, pathIn, queryIn } from '../../src/http/exchange.ts';
import { isUuid } from '../../src/json/uuid.ts';
import { onceFor, onceForText } from '../../src/once.ts';
import { percentDecoded } from '../../src/percent.ts';
import type { CollectionName } from './target.ts';

/** How the path of each operation ends, whatever the prefix of the server; the most literal first. */
const endingsOf = onceFor((operations: WithOperations['operations']) =>
  everyOperation({ operations })
    .map(({ id, method, path }) => ({
      id,
      method,
      literals: path.replaceAll(/\{[^}]+\}/g, '').length,
      ending: new RegExp(
        `${path
          .split(/\{[^}]+\}/)
          .map(literally)
          .join('([^/]+)')}$`,
      ),
    }))
    .toSorted((one, other) => other.literals - one.literals),
);

/** Finds the operation of a request by its path, and by its method if several share the path. */
export const operationOf = (contract: WithOperations, request: Addressed): OperationId | undefined =>
  endingOf(contract, request)?.id;

/** The operation that a request asks for, by its path and its method. */
export function operationAsked(contract: WithOperations, request: HttpRequest): Operation | undefined {
  const found = contract.operations[operationOf(contract, request) ?? ''];
  return found?.method === request.method ? found : undefined;
}

/** The operation that a request counts as; by default one that lists. */
export function countedAs(contract: WithOperations, request: Addressed): OperationId {
  const found = operationOf(contract, request) ?? ofKind(contract, 'list')[0]?.id;
  if (found === undefined) throw new Error('no operation of the contract lists something');
  return found;
}

function endingOf({ operations }: WithOperations, request: Addressed) {
  const found = endingsFitting(operations)(pathIn(request.target));
  return found.find(({ method }) => method === request.method) ?? found[0];
}

const endingsFitting = onceFor((operations: WithOperations['operations']) =>
  onceForText((path) => endingsOf(operations).filter(({ ending }) => ending.test(path))),
);

type Addressed = Pick<HttpRequest, 'target'> & Partial<Pick<HttpRequest, 'method'>>;

const valuesInPath = (contract: WithOperations, request: Addressed): string[] =>
  endingOf(contract, request)?.ending.exec(pathIn(request.target))?.slice(1) ?? [];

/** The values of the parameters in the path of a request, in their order. */
export const pathValuesOf = (contract: WithOperations, request: Addressed): readonly string[] =>
  valuesInPath(contract, request).map(percentDecoded);

/** The collection that a request for a listing names in its path and its required parameters. */
export function collectionIn(contract: WithOperations, request: Addressed): CollectionName | undefined {
  const operation = operationOf(contract, request);
  if (operation === undefined || !isOfKind(contract, operation, 'list')) return undefined;
  const search = queryIn(request.target);
  const { required = [] } = contract.operations[operation]?.list ?? {};
  const asked = required.map((name) => search.get(name) ?? '');
  return { operation, values: [...pathValuesOf(contract, request), ...asked] };
}

export function namesUuids(contract: WithOperations, request: Pick<HttpRequest, 'target'>): boolean {
  const collection = collectionIn(contract, request);
  const { parameters = [] } = contract.operations[collection?.operation ?? ''] ?? {};
  const areUuids = parameters
    .filter((one) => one.in === 'path')
    .map(({ schema }) => schema.format === 'uuid');
  return collection?.values.every((value, index) => !areUuids[index] || isUuid(value)) === true;
}

export function baseOf(contract: WithOperations, address: string): string | undefined {
  const found = endingOf(contract, { target: address });
  return found && address.split('?', 1)[0]?.replace(found.ending, '');
}
