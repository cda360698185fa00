import type { Contract, OperationId } from '../../../src/contract/contract.ts';
import { type Field, fieldsOf } from '../../../src/contract/list.ts';
import type { Rule } from '../../core/rule.ts';
import { completeClaim, soundClaims } from '../../list/filters/claims.ts';
import { looseMatching, loseMatches, onEveryOtherNode } from '../../list/filters/mutants.ts';
import { looksFor } from '../../list/mutants.ts';

/** What every operator of a filter is to return of every attribute it takes: nothing else, and all that there is. */
export default (contract: Contract): Rule[] =>
  Object.values(contract.operations)
    .flatMap(({ id, list }) =>
      (list ? fieldsOf(list) : []).flatMap((field) => [only(id, field), all(id, field)]),
    )
    // Those with faults of their own have files of their own.
    .filter(({ id }) => contract.clauses.get(id)?.derived === true);

const only = (operation: OperationId, { operator, attribute, key }: Field): Rule => ({
  id: `${operation}/filter-${operator}-${attribute}-only`,
  operation,
  title: `${operator}(${attribute},…) returns no product with another ${attribute}`,
  topic: ['matches', 'too much found'],
  shows: 'filter',
  claims: soundClaims(key),
  mutants: looseMatching(key),
});

const all = (operation: OperationId, { operator, attribute, key }: Field): Rule => ({
  id: `${operation}/filter-${operator}-${attribute}-all`,
  operation,
  title: `${operator}(${attribute},…) returns every product with that ${attribute}`,
  topic: ['matches', 'too little found'],
  shows: 'filter',
  claims: [completeClaim(key)],
  mutants: [
    {
      name: `a filter by ${attribute} finds nothing on every other node`,
      wireFor: onEveryOtherNode(loseMatches((query) => looksFor(query, key))),
    },
  ],
});
