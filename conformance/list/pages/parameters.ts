import type { Contract } from '../../../src/contract/contract.ts';

/** The upper bound that the contract sets for a query parameter of the listing; undefined where it sets none. */
export function maximumOf(contract: Contract, name: string): number | undefined {
  const parameter = contract.operations['node-products'].parameters.find((found) => found.name === name);
  const maximum = parameter?.schema.maximum;
  return typeof maximum === 'number' ? maximum : undefined;
}

/** Texts that are no integer under any reading, though some readers find one at their beginning. */
export const notIntegers = ['abc', '2x', '1.5'];

/** An integer that 64 bits do not hold. */
export const beyondInt64 = '99999999999999999999';
