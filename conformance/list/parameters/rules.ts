// The bounds and values of query parameters (§4.3, §7).

import { fieldOf, wordsForAll } from '../../../src/contract/clauses.ts';
import type { Constraint } from '../../../src/contract/contract.ts';
import { readsRejected } from '../../core/read-attempts.ts';
import { mutantTable, type RuleMutant, rowsByClause, rules } from '../../core/rule.ts';
import { constraintsOfParameters } from './values.ts';

export default rules('list', ['rejections'], (operation, contract) =>
  rowsByClause(constraintsOfParameters(contract, operation), (constraints) => ({
    title: `a request is rejected if ${constraints.map(fieldOf)[0]} is not ${wordsForAll(constraints)}`,
    topic: ['rejections', 'parameters'],
    claims: [readsRejected],
    mutants: mutantTable(constraints.flatMap(mutantsOf)),
  })),
);

function mutantsOf({ id, keyword, value }: Constraint): RuleMutant[] {
  const ignored = { name: `${id} is not enforced`, amend: { constraint: id } };
  if (keyword !== 'enum' || !Array.isArray(value)) return [ignored];
  return [ignored, { name: `${id} lacks a value`, amend: { constraint: id, value: value.slice(1) } }];
}
