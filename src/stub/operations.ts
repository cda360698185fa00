import type { Contract, OperationId } from '../contract/contract.ts';
import { operation as applicationKey } from './application-key.ts';
import { genericOperation } from './generic.ts';
import { operation as nodeProducts } from './node-products/operation.ts';
import type { StubOperation } from './operation.ts';
import { operation as subscription } from './subscription.ts';

export const stubOperations: Readonly<Record<OperationId, StubOperation>> = {
  'application-key': applicationKey,
  subscription: subscription,
  'node-products': nodeProducts,
};

export function stubOperationOf(contract: Contract, id: OperationId): StubOperation {
  if (contract.own) return genericOperation(contract, id);
  return stubOperations[id] ?? genericOperation(contract, id);
}
