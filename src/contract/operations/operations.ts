import type { OperationDescriptor, OperationKind } from './descriptor.ts';
import { operationTable } from './table.ts';

/** One of the operations of the interface; rule ids begin with these. */
export type OperationId = keyof typeof operationTable;

/** The ids of the operations of a kind. */
export type OperationOfKind<Of extends OperationKind> = {
  [Id in OperationId]: (typeof operationTable)[Id]['kind'] extends Of ? Id : never;
}[OperationId];

/** The operations of the interface, in the order of the contract. */
export const operationIds = Object.keys(operationTable) as readonly OperationId[];

/** Whether a name is the id of an operation. */
export const isOperation = (name: string): name is OperationId => Object.hasOwn(operationTable, name);

/** Returns the descriptor of an operation. */
export const descriptorOf = (id: OperationId): OperationDescriptor => operationTable[id];

/** Whether an operation is of a kind. */
export const isOfKind = <Of extends OperationKind>(
  id: OperationId,
  kind: Of,
): id is OperationOfKind<Of> & OperationId => descriptorOf(id).kind === kind;

/** Returns the operation that does this to resources of a type; there has to be one. */
export function operationThat<Of extends OperationKind>(
  kind: Of,
  resource: string,
): OperationOfKind<Of> & OperationId {
  const found = operationIds
    .filter((id) => isOfKind(id, kind))
    .find((id) => descriptorOf(id).resource === resource);
  if (found === undefined) throw new Error(`no operation of the contract is to ${kind} "${resource}"`);
  return found;
}

/** Whether what an operation returns depends on requests before it: another operation creates what it returns. */
export const isStateful = (id: OperationId): boolean => {
  const { kind, resource } = descriptorOf(id);
  return kind !== 'create' && operationIds.some((one) => isCreatorOf(one, resource));
};

const isCreatorOf = (id: OperationId, resource: string): boolean =>
  isOfKind(id, 'create') && descriptorOf(id).resource === resource;

/** Returns the path of an operation with values for the parameters of its template, in their order. */
export const filledPath = (path: string, values: readonly string[]): string => {
  const left = [...values];
  return path.replace(/\{[^}]+\}/g, () => left.shift() ?? '');
};
