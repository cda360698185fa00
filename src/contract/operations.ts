import { operationTable } from '../../spec/operations.ts';

export type OperationKind = 'create' | 'list' | 'read';

type OperationDescriptor = {
  readonly kind: OperationKind;
  readonly resource: string;
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly hasBody: boolean;
  /** Whether the contract requires a bearer token; otherwise that is not specified. */
  readonly needsToken: boolean;
};

type Table = typeof operationTable;

/** The `x-operation`; ids of clauses and rules begin with it, and folders have its name. */
export type OperationId = keyof Table;

export type OperationOfKind<Of extends OperationKind> = {
  [Id in OperationId]: Table[Id]['kind'] extends Of ? Id : never;
}[OperationId];

export const operationIds = Object.keys(operationTable) as readonly OperationId[];

export const descriptors = Object.fromEntries(
  operationIds.map((id): [OperationId, OperationDescriptor] => {
    const row = operationTable[id];
    const pathParameters = [...row.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const hasBody = row.kind === 'create';
    return [id, { ...row, method: hasBody ? 'POST' : 'GET', pathParameters, hasBody }];
  }),
) as Record<OperationId, OperationDescriptor>;

export const isOperation = (name: string): name is OperationId => Object.hasOwn(descriptors, name);

export const descriptorOf = (id: OperationId): OperationDescriptor => descriptors[id];

export const isOfKind = <Of extends OperationKind>(
  id: OperationId,
  kind: Of,
): id is OperationOfKind<Of> & OperationId => descriptorOf(id).kind === kind;

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

/** Whether the responses of an operation depend on earlier requests of another. */
export const isStateful = (id: OperationId): boolean => {
  const { kind, resource } = descriptorOf(id);
  return (
    kind !== 'create' &&
    operationIds.some((one) => isOfKind(one, 'create') && descriptorOf(one).resource === resource)
  );
};

export const filledPath = (path: string, values: readonly string[]): string => {
  const left = [...values];
  return path.replace(/\{[^}]+\}/g, (parameter) => left.shift() ?? parameter);
};
