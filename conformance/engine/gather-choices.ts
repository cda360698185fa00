// What observations of choices send in a check, and which option of each is read then.

import type { Contract } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { ExperimentContext } from '../core/context.ts';
import { type Kind, kindOf } from '../core/kind.ts';
import type { ChoiceContext, Observation } from '../core/observation.ts';
import { Withheld } from '../core/verdict.ts';
import { type HaltSwitch, outcomeOfHalt } from './ending.ts';
import { type ObservedEvidence, type OperationObservation, observe, unseenFor } from './observe-choices.ts';
import type { Case } from './turns.ts';

type Gathering = {
  readonly contract: Contract;
  readonly kinds: readonly Kind[];
  readonly mayRun: (operation: OperationId) => boolean;
  readonly halted: HaltSwitch['halted'];
};

export function createGatherer({ contract, kinds, mayRun, halted }: Gathering) {
  /** Observations that sent their requests, with what kept them from sending more. */
  const gathered = new Map<string, Withheld | undefined>();
  async function gatherFor(
    { id, operation, choice, gather }: Observation,
    open: ExperimentContext,
  ): Promise<void> {
    const context: ChoiceContext = { ...open, operation, choice };
    let withheld: Withheld | undefined;
    for (const send of [kindOf(kinds, contract, operation)?.beginObservation, gather]) {
      try {
        await send?.(context);
      } catch (error) {
        if (!(error instanceof Withheld)) throw error;
        withheld ??= error;
      }
    }
    gathered.set(id, withheld);
  }
  return {
    /** What some observations send, as cases of a plan. */
    casesOf: (observations: readonly Observation[]): readonly Case[] =>
      observations
        .filter(({ operation }) => mayRun(operation))
        .map((one): Case => {
          const { id, operation } = one;
          const run = (context: ExperimentContext) => gatherFor(one, context);
          return { id, operation, shows: 'which options the server takes', when: 'observation', run };
        }),
    read: (observation: Observation, seen: ObservedEvidence): OperationObservation | undefined => {
      const { id, operation, choice } = observation;
      const about = { choice, operation, exchanges: [] };
      if (!mayRun(operation))
        return { ...about, verdict: 'skipped', why: { kind: 'denied' }, remedy: { kind: 'writes' } };
      if (!gathered.has(id)) {
        const halt = halted();
        return halt && { ...about, ...outcomeOfHalt(halt) };
      }
      const observed = observe(observation, seen);
      const withheld = gathered.get(id);
      return 'option' in observed || !withheld ? observed : { ...about, ...unseenFor(withheld) };
    },
  };
}
