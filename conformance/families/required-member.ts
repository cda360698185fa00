import { withoutAt } from '../../src/wire/json.ts';
import { pathOf, refusalRule } from '../creation/refusal-rule.ts';
import { memberOf } from '../engine/constraint-text.ts';
import type { Family } from '../engine/rule.ts';

/** One rule for each member a request has to have: left out, the request is refused. */
const family: Family = ({ constraints }) =>
  constraints
    .filter(({ side, keyword }) => side === 'request' && keyword === 'required')
    .map((constraint) => {
      const what = `without ${memberOf(constraint)}`;
      return refusalRule(constraint, {
        title: `a request ${what} is refused`,
        flaws: (control) => [{ body: withoutAt(control, pathOf(constraint)), what }],
        mutants: [{ name: `${constraint.id} not asked for`, amend: { constraint: constraint.id } }],
      });
    });

export default family;
