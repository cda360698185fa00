import type { Constraint, Contract, OperationId } from '../../../src/contract/contract.ts';
import { listOf } from '../../../src/contract/list.ts';
import { atBound, breakingOnly, pathOf } from '../../create/flaws.ts';
import { furtherOf, notIntegers, type Query } from '../query.ts';

/**
 * The constraints of query parameters that have no rules of their own: those of further parameters, and what an
 * Overlay adds to limit and offset.
 */
export function constraintsOfParameters(contract: Contract, operation: OperationId): Constraint[] {
  const { further, names } = listOf(contract);
  const isFurther = (name: string): boolean => further.some((one) => one.name === name);
  return contract.constraints.filter((one) => {
    const [name = ''] = pathOf(one);
    if (one.operation !== operation || one.side !== 'parameter' || isAnyText(one)) return false;
    return isFurther(name) || (one.clause.derived === true && Object.values(names).includes(name));
  });
}

/** Every value in a query is text. */
const isAnyText = ({ keyword, value }: Constraint): boolean =>
  keyword === 'required' || (keyword === 'type' && value === 'string');

/** Values of a parameter that break only this constraint. */
export const badValues = (contract: Contract, constraint: Constraint): string[] =>
  constraint.keyword === 'type' ? notIntegers : breakingOnly(contract, constraint).map(String);

/** Values at the bounds of this constraint, or all that it lists. */
export const goodValues = (contract: Contract, constraint: Constraint): string[] =>
  atBound(contract, constraint).map(String);

/** A query with a parameter, which skips no product unless it is the offset. */
export function queryWith(
  contract: Contract,
  { limit = 2, offset = 0 }: Query,
  name: string,
  value: string,
): Query {
  const { names } = listOf(contract);
  if (name === names.limit) return { limit: value, offset };
  if (name === names.offset) return { limit, offset: value };
  return { limit, offset, further: furtherOf([[name, value]]) };
}
