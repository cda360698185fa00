import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { namedStatuses, nameOfStatus } from '../contract/statuses.ts';

/** The status that the contract names; where it leaves it open, the usual one of the kind. */
export function successStatus({ success, kind, response }: Operation): number {
  if (/^\d+$/.test(success)) return Number(success);
  if (kind === 'create') return 201;
  return Object.keys(response).length > 0 ? 200 : 204;
}

/** The chosen status of an accepted request if the contract names it, or leaves it open; else the usual one. */
export function permittedStatus(contract: Contract, operation: Operation, chosen: number): number {
  const isPermitted = namedStatuses(contract, operation).some(
    (one) => /^(2xx|default)$/i.test(one) || one === String(chosen),
  );
  return isPermitted ? chosen : successStatus(operation);
}

/** What an operation may be rejected with: the chosen status, or one of those that the contract names instead. */
export function rejectionStatus(contract: Contract, operation: Operation, chosen: number): number {
  const named = namedStatuses(contract, operation);
  const others = [422, 400].filter((status) => named.includes(String(status)));
  return nameOfStatus(contract, operation, chosen) ? chosen : (others[0] ?? chosen);
}
