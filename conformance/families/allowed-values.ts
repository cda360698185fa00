import type { Constraint } from '../../src/contract/contract.ts';
import { type Json, withAt } from '../../src/wire/json.ts';
import { beginsLike } from '../creation/flaws.ts';
import { pathOf, refusalRule, withValue } from '../creation/refusal-rule.ts';
import { isVouched, type WritingOperation } from '../creation/specimen.ts';
import { submit } from '../creation/submit.ts';
import { isAccepted, mustAccept } from '../engine/acceptance.ts';
import { memberOf, wordsFor } from '../engine/constraint-text.ts';
import type { Probe } from '../engine/probe.ts';
import type { Breach, Family, Rule } from '../engine/rule.ts';

/**
 * One rule for each closed list of values in a request: foreign ones refused, every one of the list accepted.
 * Where there is but one, every accepted request shows that it is.
 */
const family: Family = ({ constraints }) =>
  constraints
    .filter(({ side, keyword }) => side === 'request' && (keyword === 'enum' || keyword === 'const'))
    .map(valuesRule);

export default family;

function valuesRule(constraint: Constraint): Rule {
  const allowed = constraint.keyword === 'enum' && Array.isArray(constraint.value) ? constraint.value : [];
  const foreign = foreignValues(constraint);
  const body = (control: Json, value: Json): Json => withAt(control, pathOf(constraint), value);
  return refusalRule(constraint, {
    title: `${memberOf(constraint)} is ${wordsFor(constraint)}`,
    flaws: (control) => foreign.map((value) => withValue(constraint, value, body(control, value))),
    accepts: (probe, control) =>
      mustTakeEach(
        probe,
        constraint,
        allowed.map((value) => ({ value, body: body(control, value) })),
      ),
    mutants: breaches(constraint, allowed, foreign),
  });
}

/** Claims that every value of the list is accepted, once one of them is: where none is, something else is wrong. */
async function mustTakeEach(
  probe: Probe,
  constraint: Constraint,
  allowed: readonly { readonly value: Json; readonly body: Json }[],
): Promise<void> {
  if (allowed.length === 0) return;
  const operation = constraint.operation as WritingOperation;
  const answers = await Promise.all(allowed.map(({ body }) => submit(probe, operation, body)));
  probe.given(answers.some(isAccepted), `no value of ${memberOf(constraint)} is accepted`);
  for (const [index, answer] of answers.entries()) {
    const what = `a request with ${memberOf(constraint)} ${JSON.stringify(allowed[index]?.value)}`;
    mustAccept(probe, answer, what, isVouched(probe.target, pathOf(constraint)));
  }
}

/** A value that only begins like an allowed one, and an allowed one in other letters. */
function foreignValues({ keyword, value }: Constraint): string[] {
  const [first] = keyword === 'enum' && Array.isArray(value) ? value : [value];
  return [beginsLike(first), String(first).toUpperCase()];
}

function breaches(
  { id, keyword }: Constraint,
  allowed: readonly Json[],
  foreign: readonly string[],
): Breach[] {
  const list = (name: string, values: Json[]): Breach => ({
    name: `${id} ${name}`,
    amend: { constraint: id, value: values },
  });
  const dropped: Breach = { name: `${id} not enforced`, amend: { constraint: id } };
  if (keyword === 'const') return [dropped];
  return [
    dropped,
    ...foreign.map((value) => list(`takes ${value} too`, [...allowed, value])),
    ...allowed.map((value) =>
      list(
        `takes ${value} no more`,
        allowed.filter((other) => other !== value),
      ),
    ),
  ];
}
