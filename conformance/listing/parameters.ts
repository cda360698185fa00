import type { Contract } from '../../src/contract/contract.ts';

/** The upper bound the contract sets for a query parameter of the listing. */
export function maximumOf(contract: Contract, name: string): number | undefined {
  const parameter = contract.operations['node-products'].parameters.find((found) => found.name === name);
  const maximum = parameter?.schema.maximum;
  return typeof maximum === 'number' ? maximum : undefined;
}

/** Texts that are no integer under any reading. */
export const notIntegers = ['abc', '2x', '1.5'];
