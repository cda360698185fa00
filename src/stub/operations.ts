import type { OperationId } from '../contract/contract.ts';
import { operation as applicationKey } from './application-key.ts';
import { operation as nodeProducts } from './node-products/operation.ts';
import type { StubOperation } from './operation.ts';
import { operation as subscription } from './subscription.ts';

export const stubOperations: Readonly<Record<OperationId, StubOperation>> = {
  'application-key': applicationKey,
  subscription: subscription,
  'node-products': nodeProducts,
};
