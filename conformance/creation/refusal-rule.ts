import type { Constraint } from '../../src/contract/contract.ts';
import type { Json } from '../../src/wire/json.ts';
import { isAccepted, mustRefuse } from '../engine/acceptance.ts';
import { memberOf } from '../engine/constraint-text.ts';
import { attempt } from '../engine/nodes.ts';
import type { Probe } from '../engine/probe.ts';
import type { Breach, Rule } from '../engine/rule.ts';
import { extras, specimen, type WritingOperation } from './specimen.ts';
import { submit } from './submit.ts';

/** A body with exactly one thing wrong with it, and what that is. */
export type Flaw = { readonly body: Json; readonly what: string };

/** What is particular about a rule made from a constraint on a request. */
export type RefusalRule = {
  readonly title: string;
  /** The flawed bodies to be refused, made from a body to be accepted. */
  readonly flaws: (control: Json) => readonly Flaw[];
  /** What the same constraint asks to be accepted. */
  readonly accepts?: (probe: Probe, control: Json) => Promise<void>;
  readonly mutants: readonly Breach[];
};

/** A rule by which requests that break a constraint are refused, each against a control without the flaw. */
export function refusalRule(constraint: Constraint, { title, flaws, accepts, mutants }: RefusalRule): Rule {
  const operation = constraint.operation as WritingOperation;
  return {
    id: constraint.id,
    operation,
    clause: constraint.clause.id,
    title,
    check: async (probe) => {
      const control = specimen(probe.contract, probe.target, operation, pathOf(constraint));
      const withheld = accepts && (await attempt(accepts(probe, control)));
      const rich = await richControl(probe, operation, control);
      const others = flaws(rich);
      for (const [index, flaw] of flaws(control).entries()) {
        // By turns in the least request and in the fullest: a server may look at one of them only.
        const other = index % 2 === 1 ? others[index] : undefined;
        const { body, what } = other ?? flaw;
        await mustRefuse(probe, operation, {
          control: other ? rich : control,
          body,
          what: `a request ${what}`,
        });
      }
      if (withheld) throw withheld;
    },
    mutants,
  };
}

/** The request with every optional member, where it is accepted; else the least one. */
async function richControl(probe: Probe, operation: WritingOperation, control: Json): Promise<Json> {
  const rich = specimen(probe.contract, probe.target, operation, extras[operation]);
  return isAccepted(await submit(probe, operation, rich)) ? rich : control;
}

/** Where the member stands that the constraint is on; on a request, that is one place. */
export const pathOf = ({ paths: [path = []] }: Constraint): readonly string[] => path;

/** The flaw of a value that should not stand there. */
export const withValue = (constraint: Constraint, value: Json, body: Json): Flaw => ({
  body,
  what: `with ${memberOf(constraint)} ${JSON.stringify(value)}`,
});
