import type { Contract } from './contract.ts';
import type { Operation } from './operations.ts';
import { allSchemes, needsCredentials, type SecurityScheme, schemesOf } from './security.ts';
import { namedStatuses } from './statuses.ts';

/**
 * The schemes of a contract whose credentials do not let a request to an operation in. Of two in one place, such as two
 * bearer tokens, one may open more than the other, so there the contract has to name 403.
 */
export function refusedSchemes(
  contract: Pick<Contract, 'document' | 'operations'>,
  own: Operation,
): readonly SecurityScheme[] {
  if (!needsCredentials(own)) return [];
  const statuses = namedStatuses(contract, own);
  const taken = schemesOf(own);
  return allSchemes(contract.operations)
    .filter(({ name }) => !taken.some((one) => one.name === name))
    .filter((other) => {
      const isAlike = taken.some((one) => one.field === other.field && one.prefix === other.prefix);
      return statuses.includes('403') || (!isAlike && statuses.includes('401'));
    });
}
