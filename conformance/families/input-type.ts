import type { Constraint, Contract } from '../../src/contract/contract.ts';
import { at, type Json, withAt } from '../../src/wire/json.ts';
import { otherType } from '../creation/flaws.ts';
import { maskOf } from '../creation/masks.ts';
import { pathOf, refusalRule, withValue } from '../creation/refusal-rule.ts';
import { memberOf, wordsFor } from '../engine/constraint-text.ts';
import type { Breach, Family } from '../engine/rule.ts';
import { jsonOfCall, takeWhere } from '../mutants/request.ts';

/** One rule for each JSON type a request asks for: a value of another type is refused. */
const family: Family = (contract) =>
  contract.constraints
    .filter(({ side, keyword }) => side === 'request' && keyword === 'type')
    .map((constraint) => {
      const other = otherType(constraint.value);
      return refusalRule(constraint, {
        title: `${memberOf(constraint)} is ${wordsFor(constraint)}`,
        flaws: (control) => [withValue(constraint, other, withAt(control, pathOf(constraint), other))],
        mutants: [breach(contract, constraint, other)],
      });
    });

export default family;

/** Where the values are listed, dropping the type alone changes nothing: such a server has to be put on the wire. */
function breach(contract: Contract, constraint: Constraint, other: Json): Breach {
  const name = `${constraint.id} not enforced`;
  if (!maskOf(contract, constraint)) return { name, amend: { constraint: constraint.id } };
  const { operation } = constraint;
  return {
    name,
    wire: takeWhere(operation, (call) => at(jsonOfCall(call), ...pathOf(constraint)) === other),
  };
}
