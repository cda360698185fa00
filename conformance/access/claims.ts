import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { isOfKind } from '../../src/contract/operations.ts';
import { attempts } from '../core/attempt.ts';
import { readsRejected } from '../core/read-attempts.ts';
import type { ClaimOfRule } from '../core/rule.ts';

/** The claim that what was to be rejected was rejected, with or without a record of it. */
export const claimFor = (contract: Contract, operation: OperationId): ClaimOfRule =>
  isOfKind(contract, operation, 'create') ? attempts : readsRejected;
