import { withAt } from '../../src/wire/json.ts';
import { misshapen } from '../creation/flaws.ts';
import { memberOf, wordsFor } from '../engine/constraint-text.ts';
import { pathOf, refusalRule, withValue } from '../engine/refusal-rule.ts';
import type { Family } from '../engine/rule.ts';

/** One rule for each format a request asks for: text that is plainly of no such form is refused. */
const family: Family = ({ constraints }) =>
  constraints
    .filter(({ side, keyword }) => side === 'request' && keyword === 'format')
    .map((constraint) =>
      refusalRule(constraint, {
        title: `${memberOf(constraint)} is ${wordsFor(constraint)}`,
        flaws: (control) =>
          [misshapen(constraint.value) ?? []]
            .flat()
            .map((value) => withValue(constraint, value, withAt(control, pathOf(constraint), value))),
        mutants: [{ name: `${constraint.id} not enforced`, amend: { constraint: constraint.id } }],
      }),
    );

export default family;
