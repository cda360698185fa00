import type { Constraint } from '../../src/contract/contract.ts';
import { at, withAt } from '../../src/wire/json.ts';
import { misshapen } from '../creation/flaws.ts';
import { pathOf, refusalRule, withValue } from '../creation/refusal-rule.ts';
import { memberOf, wordsFor } from '../engine/constraint-text.ts';
import type { Breach, Family } from '../engine/rule.ts';
import { overlookInBody } from '../mutants/request.ts';

/** One rule for each format a request asks for: text that is plainly of no such form is refused. */
const family: Family = ({ constraints }) =>
  constraints
    .filter(({ side, keyword }) => side === 'request' && keyword === 'format')
    .map((constraint) =>
      refusalRule(constraint, {
        title: `${memberOf(constraint)} is ${wordsFor(constraint)}`,
        flaws: (control) =>
          misshapen(constraint.value, String(at(control, ...pathOf(constraint)))).map((value) =>
            withValue(constraint, value, withAt(control, pathOf(constraint), value)),
          ),
        mutants: [
          { name: `${constraint.id} not enforced`, amend: { constraint: constraint.id } },
          ...(constraint.value === 'uuid' ? [cutOut(constraint)] : []),
        ],
      }),
    );

export default family;

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** A server that finds a UUID in longer text. */
function cutOut(constraint: Constraint): Breach {
  const path = pathOf(constraint);
  const wire = overlookInBody(constraint.operation, (json) => {
    const [found] = uuid.exec(String(at(json, ...path))) ?? [];
    return found === undefined ? undefined : withAt(json, path, found);
  });
  return { name: `${constraint.id} looked for within longer text`, wire };
}
