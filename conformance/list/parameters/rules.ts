// The bounds and values of query parameters (§4.3, §7).

import { fieldOf, wordsForAll } from '../../../src/contract/constraint-words.ts';
import { type Constraint, type Contract, constraintsOf, firstPath } from '../../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import { collectionParameters, type OperationId, operationIn } from '../../../src/contract/operations.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import { readsRejected } from '../../core/read-attempts.ts';
import { kindRules, mutantTable, type RuleMutant, rowsByClause } from '../../core/rule.ts';
import { inFocus, overlookInQuery } from '../../mutants/edits.ts';

/**
 * The constraints of query parameters that have no rules of their own: those of further parameters, and what an
 * Overlay adds to limit and offset.
 */
export function constraintsOfParameters(contract: Contract, operation: OperationId): Constraint[] {
  const { further, names, filter } = listOf(contract);
  const others = [
    ...Object.values(names),
    ...(filter?.names ?? []),
    ...collectionParameters(operationIn(contract, operation)),
  ];
  return constraintsOf(contract, operation).filter((one) => {
    const [name = ''] = firstPath(one);
    if (one.side !== 'parameter' || one.keyword === 'required') return false;
    if (one.clause.unobservable !== undefined) return false;
    return (
      further.some((other) => other.name === name) || (one.clause.derived === true && others.includes(name))
    );
  });
}

export default kindRules('list', ['rejections'], (operation, contract) =>
  rowsByClause(constraintsOfParameters(contract, operation), (constraints) => ({
    title: `a request is rejected if ${constraints.map(fieldOf)[0]} is not ${wordsForAll(constraints)}`,
    topic: ['rejections', 'parameters'],
    claims: [readsRejected],
    mutants: () => mutantTable(constraints.flatMap((one) => parameterMutants(one, listOf(contract)))),
  })),
);

/** Whether a constraint excludes page numbers before the first. */
export const isBeforeFirst = ({ firstPage, names }: ListStructure, constraint: Constraint): boolean =>
  firstPage !== undefined && constraint.keyword === 'minimum' && firstPath(constraint)[0] === names.offset;

/** Serves the page after the first for one before it. */
const secondForEarlier = ({ firstPage = 0, names }: ListStructure): Mutant =>
  overlookInQuery(inFocus, (query) => {
    if (query.has(names.offset) && Number(query.get(names.offset)) < firstPage)
      query.set(names.offset, String(firstPage + 1));
  });

function parameterMutants(constraint: Constraint, list: ListStructure): RuleMutant[] {
  // Not enforced, it may be read as the first page, which is permitted.
  if (isBeforeFirst(list, constraint))
    return [{ name: 'a page before the first is the second', wire: secondForEarlier(list) }];
  const { id, keyword, value } = constraint;
  const ignored = { name: `${id} is not enforced`, amend: { constraint: id } };
  if (keyword !== 'enum' || !Array.isArray(value)) return [ignored];
  return [ignored, { name: `${id} lacks a value`, amend: { constraint: id, value: value.slice(1) } }];
}
