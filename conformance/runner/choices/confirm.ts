import type { OperationId } from '../../../src/contract/contract.ts';
import { isOfKind } from '../../../src/contract/operations/operations.ts';
import type { Look } from '../../core/look.ts';
import { mustStillAccept } from '../../interface/observing/created.ts';

/** Before a pinned choice is called broken: what the operation was asked for rests on requests that it still accepts. */
export async function confirm(operation: OperationId, look: Look): Promise<void> {
  if (isOfKind(operation, 'create')) await mustStillAccept(look, operation);
}
