import { withAt } from '../../src/wire/json.ts';
import { memberOf, wordsFor } from '../engine/constraint-text.ts';
import { pathOf, refusalRule, withValue } from '../engine/refusal-rule.ts';
import type { Family } from '../engine/rule.ts';

/** Text no reading of the format could take. */
const misshapen: Record<string, readonly string[]> = {
  uuid: ['0b6f5c1e-2f4d-4b8a-9c3e'],
  email: ['nobody at all'],
};

/** One rule for each format a request asks for: text that is plainly of no such form is refused. */
const family: Family = ({ constraints }) =>
  constraints
    .filter(({ side, keyword }) => side === 'request' && keyword === 'format')
    .map((constraint) =>
      refusalRule(constraint, {
        title: `${memberOf(constraint)} is ${wordsFor(constraint)}`,
        flaws: (control) =>
          (misshapen[String(constraint.value)] ?? []).map((value) =>
            withValue(constraint, value, withAt(control, pathOf(constraint), value)),
          ),
        mutants: [{ name: `${constraint.id} not enforced`, amend: { constraint: constraint.id } }],
      }),
    );

export default family;
