import { isOfKind } from '../../../src/contract/operations/operations.ts';
import type { ChoiceContext, Observation } from '../../core/observation.ts';
import { notAccepted } from '../../core/server-message.ts';
import { wasAccepted } from '../../core/status.ts';
import { type Result, Withheld } from '../../core/verdict.ts';
import { creationsOf, leastWith } from '../../creations/creations.ts';
import { listedNodes } from '../../node-products/pages/listed-nodes.ts';
import { wordsOfHalt } from '../../transport/halt.ts';
import { type OperationObservation, unseenFor } from '../choices/choice-observations.ts';
import { type ObservedEvidence, observe } from '../choices/observe.ts';
import { errorOf, type Job, whyDenied } from '../gather.ts';
import type { OpenRun, Run } from './session.ts';

/** Sends what every observation of an operation reads: the least request, or the first page of every node. */
async function begin(context: ChoiceContext): Promise<void> {
  const { operation } = context;
  if (!isOfKind(operation, 'create')) return void (await listedNodes(context));
  const { inTurn, control } = creationsOf(context, operation);
  const sent = await inTurn(() => control(leastWith(context, operation)));
  const exchange = context.orUntested(sent, 'this run may send no more requests that create records');
  if (wasAccepted(exchange)) return;
  throw new Withheld('inconclusive', notAccepted('the control', exchange), undefined, [exchange]);
}

/** The observations of a run. */
export type ChoicesOfRun = {
  /** What gathers for them. */
  readonly jobs: readonly Job[];
  /** What those that are selected read, once everything is gathered. */
  readonly read: () => ReadChoices;
};

/** Opens the observations of a run. */
export function openChoices(session: OpenRun, { ruleSet, observed }: Run): ChoicesOfRun {
  const { operations, isSelected, mayRun, setting, evidence, attempts, stop } = session;
  // What is sent for an observation is evidence, too: a finding has to come again when its rule is run alone.
  const observations = ruleSet.observations.filter(
    (one) => (operations.has(one.operation) || isSelected(one)) && (observed?.has(one.choice) ?? true),
  );
  /** Those for which everything was sent that could be, each with what kept it from sending more. */
  const gathered = new Map<string, Withheld | undefined>();

  async function gatherFor({ id, operation, choice, gather }: Observation): Promise<void> {
    const context: ChoiceContext = { ...session.openExperimentContext(), operation, choice };
    let withheld: Withheld | undefined;
    for (const send of [begin, gather]) {
      try {
        await send?.(context);
      } catch (error) {
        if (!(error instanceof Withheld)) throw error;
        withheld ??= error;
      }
    }
    gathered.set(id, withheld);
  }

  function readOne(observation: Observation, seen: ObservedEvidence): OperationObservation | undefined {
    const { id, operation, choice } = observation;
    const about = { choice, operation, exchanges: [] };
    if (!mayRun(operation))
      return { ...about, verdict: 'skipped', why: whyDenied, remedy: { kind: 'writes' } };
    if (!gathered.has(id)) {
      const halt = stop.halted();
      return halt && { ...about, ...wordsOfHalt(halt) };
    }
    const operationObservation = observe(observation, seen);
    const withheld = gathered.get(id);
    return 'answer' in operationObservation || !withheld
      ? operationObservation
      : { ...about, ...unseenFor(withheld) };
  }

  return {
    jobs: observations
      .filter(({ operation }) => mayRun(operation))
      .map((one) => ({
        experiment: { id: one.id, operation: one.operation, run: () => gatherFor(one) },
      })),
    read: () => {
      const { contract, target } = setting;
      const seen = {
        contract,
        target,
        attempts,
        listings: evidence.listings(),
        creations: evidence.creations(),
      };
      return readEach(observations.filter(isSelected), (one) => readOne(one, seen));
    },
  };
}

/** What observations read, and mistakes of ours in them. */
export type ReadChoices = {
  readonly operationObservations: readonly OperationObservation[];
  readonly errors: readonly Result[];
};

/** Reads each of some observations. */
export function readEach(
  observations: readonly Observation[],
  read: (observation: Observation) => OperationObservation | undefined,
): ReadChoices {
  const errors: Result[] = [];
  const operationObservations = observations.flatMap((one) => {
    try {
      return read(one) ?? [];
    } catch (error) {
      errors.push(errorOf(one.id, one.operation, error));
      return [];
    }
  });
  return { operationObservations, errors };
}
