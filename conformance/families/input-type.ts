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
      const others = constraint.value === 'integer' ? [other, '5'] : [other];
      return refusalRule(constraint, {
        title: `${memberOf(constraint)} is ${wordsFor(constraint)}`,
        flaws: (control) =>
          others.map((value) => withValue(constraint, value, withAt(control, pathOf(constraint), value))),
        mutants: [
          breach(contract, constraint, other),
          ...(constraint.value === 'integer' ? [readsQuoted(constraint)] : []),
        ],
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

/** A server that takes digits in quotes for a number. */
function readsQuoted(constraint: Constraint): Breach {
  const wire = takeWhere(constraint.operation, (call) => {
    const sent = at(jsonOfCall(call), ...pathOf(constraint));
    return typeof sent === 'string' && /^\d+$/.test(sent);
  });
  return { name: `${constraint.id} read from digits in quotes`, wire };
}
