import type { Constraint, Contract } from '../../src/contract/contract.ts';
import { at, type Json, withAt } from '../../src/wire/json.ts';
import { isAddress, textFor } from '../creation/flaws.ts';
import { maskOf } from '../creation/masks.ts';
import { pathOf, refusalRule } from '../creation/refusal-rule.ts';
import { isVouched, type WritingOperation } from '../creation/specimen.ts';
import { submit } from '../creation/submit.ts';
import { accepted, mustAccept } from '../engine/acceptance.ts';
import { memberOf, wordsFor } from '../engine/constraint-text.ts';
import type { Probe } from '../engine/probe.ts';
import type { Breach, Family, Rule } from '../engine/rule.ts';
import { jsonOfCall, takeWhere } from '../mutants/request.ts';

/**
 * One rule for each length bound of a request: one beyond and far beyond refused, and at the bound accepted.
 * A value that has a form besides is not tried at its bound: it may rightly be refused there.
 */
const family: Family = (contract) =>
  contract.constraints
    .filter(({ side, keyword }) => side === 'request' && (keyword === 'maxLength' || keyword === 'minLength'))
    .map((constraint) => lengthRule(contract, constraint));

export default family;

function lengthRule(contract: Contract, constraint: Constraint): Rule {
  const bound = Number(constraint.value);
  const member = memberOf(constraint);
  const isFree = maskOf(contract, constraint) === undefined;
  const ofLength = (control: Json, length: number): Json =>
    withAt(control, pathOf(constraint), textFor(contract, constraint, length));
  const atBound = async (probe: Probe, control: Json): Promise<void> => {
    await accepted(probe, constraint.operation as WritingOperation, control);
    const answer = await submit(probe, constraint.operation as WritingOperation, ofLength(control, bound));
    const what = `a request with ${member} of ${bound} characters`;
    mustAccept(probe, answer, what, isVouched(probe.target, pathOf(constraint)));
  };
  return refusalRule(constraint, {
    title: `${member} is ${wordsFor(constraint)}`,
    flaws: (control) =>
      // What has a form besides is refused for that too: one length is enough there.
      beyond(constraint)
        .slice(0, isFree || constraint.keyword === 'minLength' ? 2 : 1)
        .map((length) => ({
          body: ofLength(control, length),
          what: `with ${member} of ${length} characters`,
        })),
    ...(isFree ? { accepts: atBound } : {}),
    mutants: isFree ? amended(constraint) : unchecked(contract, constraint),
  });
}

/** Lengths out of bounds: by one, and by far. */
const beyond = ({ keyword, value }: Constraint): number[] =>
  keyword === 'maxLength'
    ? [Number(value) + 1, Number(value) * 2]
    : [...new Set([Number(value) - 1, 0])].filter((length) => length >= 0);
function amended({ id, keyword, value }: Constraint): Breach[] {
  const wider = keyword === 'maxLength' ? 1 : -1;
  const by = (name: string, step: number): Breach => ({
    name: `${id} ${name} by one`,
    amend: { constraint: id, value: Number(value) + step },
  });
  return [
    { name: `${id} not enforced`, amend: { constraint: id } },
    by('loosened', wider),
    by('tightened', -wider),
  ];
}

/** Where the form of a value refuses what is out of bounds too, a server without bounds has to be put on the wire. */
function unchecked(contract: Contract, constraint: Constraint): Breach[] {
  // A server that makes its bound narrower is not seen: no address is tried at the bound.
  if (constraint.keyword === 'maxLength' && isAddress(contract, constraint))
    return amended(constraint).slice(0, 2);
  const isOut = (value: unknown): boolean =>
    typeof value === 'string' && beyond(constraint).includes(value.length);
  const wire = takeWhere(constraint.operation, (call) => isOut(at(jsonOfCall(call), ...pathOf(constraint))));
  return [{ name: `${constraint.id} not enforced`, wire }];
}
