import { choicesOf } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { isLost } from '../../src/http/exchange.ts';
import { createPremises, seenFrom } from '../core/context.ts';
import type { Attempt, Listing, ReadExchange } from '../core/evidence.ts';
import { isCompleted, type RunExchange } from '../core/exchange.ts';
import {
  agreed,
  type ChoiceEvidence,
  type ChoiceTrial,
  choiceRuleId,
  type Observation,
} from '../core/observation.ts';
import { notAccepted } from '../core/server-message.ts';
import { wasAccepted } from '../core/status.ts';
import type { Target } from '../core/target.ts';
import { transientFailure } from '../core/transient.ts';
import { type Explanation, type Result, type Verdict, Withheld } from '../core/verdict.ts';
import { errorOf } from './rule-state.ts';

export type ChoiceObservation = { readonly choice: string; readonly exchanges: readonly RunExchange[] } & (
  | { readonly option: string }
  | (Pick<Result, 'verdict' | 'remedy'> & { readonly why: Explanation })
);

export type OperationObservation = ChoiceObservation & { readonly operation: OperationId };

export const unseenFor = ({ verdict, why, remedy, exchanges }: Withheld) => ({
  verdict,
  why,
  ...(remedy === undefined ? {} : { remedy }),
  exchanges,
});

/** From the most to the least important reason. */
const pressing: readonly Verdict[] = ['error', 'inconclusive', 'untested', 'skipped'];

export function choiceObservationsOf(
  contract: Contract,
  operationObservations: readonly OperationObservation[],
): ChoiceObservation[] {
  const order = [...choicesOf(contract).keys()];
  return [...Map.groupBy(operationObservations, ({ choice }) => choice)]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .flatMap(([choice, own]) => choiceObservationOf(choice, own) ?? []);
}

function choiceObservationOf(
  choice: string,
  operationObservations: readonly OperationObservation[],
): ChoiceObservation | undefined {
  const seen = operationObservations.flatMap((one) => ('option' in one ? [one] : []));
  if (seen.length > 0)
    return {
      choice,
      option: agreed(seen.map(({ operation, option }) => [operation, option])),
      exchanges: seen.flatMap(({ exchanges }) => exchanges),
    };
  const [first] = operationObservations
    .flatMap((one) => ('option' in one ? [] : [one]))
    .sort((one, other) => pressing.indexOf(one.verdict) - pressing.indexOf(other.verdict));
  if (!first) return undefined;
  const { operation: _one, ...choiceObservation } = first;
  return choiceObservation;
}

export type ObservedEvidence = {
  readonly contract: Contract;
  readonly target: Target;
  readonly listings: readonly Listing[];
  readonly furtherListings: readonly Listing[];
  readonly creations: readonly ReadExchange[];
  readonly attempts: readonly Attempt[];
};

/** Reads which option a server takes. Mistakes of ours are thrown. */
export function observe(observation: Observation, evidence: ObservedEvidence): OperationObservation {
  const { choice, operation } = observation;
  const recent: RunExchange[] = [];
  try {
    const option = observation.read(evidenceOf(observation, evidence, recent));
    return { choice, operation, option, exchanges: recent.slice(-1) };
  } catch (error) {
    if (error instanceof Withheld) return { choice, operation, ...unseenFor(error) };
    throw error;
  }
}

function evidenceOf(
  { choice, operation }: Observation,
  { contract, target, creations, attempts, ...evidence }: ObservedEvidence,
  recent: RunExchange[],
): ChoiceEvidence {
  const isOwn = ({ collection }: Listing): boolean => collection.operation === operation;
  const premises = createPremises(recent);
  const created = creations.filter((exchange) => exchange.operation === operation);
  return {
    ...premises,
    ...seenFrom({ contract, target }, operation),
    operation,
    listings: evidence.listings.filter(isOwn),
    furtherListings: evidence.furtherListings.filter(isOwn),
    creations: created,
    created: (isMeant = () => true) => {
      const found = created.find(isMeant);
      const exchange = premises.orUntested(found, { kind: 'none created' });
      recent.push(exchange);
      return exchange;
    },
    trials: (of = choice) => {
      const own = attempts.filter((one) => one.operation === operation && one.clause === choiceRuleId(of));
      const [first, ...others] = own.map((attempt) => triedIn(attempt, recent));
      return [premises.orUntested(first, { kind: 'not tried' }), ...others];
    },
  };
}

function triedIn(
  { what, exchange, before, after, notApplicable }: Attempt,
  recent: RunExchange[],
): ChoiceTrial {
  if (notApplicable) throw new Withheld('untested', notApplicable.why, notApplicable.remedy);
  if (!exchange)
    throw new Withheld(
      'inconclusive',
      before ? notAccepted('the control', before) : { kind: 'not sent' },
      undefined,
      before ? [before] : [],
    );
  recent.push(exchange);
  if (after && !wasAccepted(after))
    throw new Withheld('untested', notAccepted('the control sent afterwards', after), undefined, [
      exchange,
      after,
    ]);
  const { id, request, response } = exchange;
  const stopped = transientFailure(exchange);
  if (stopped || isLost(response))
    throw new Withheld('inconclusive', stopped?.why ?? { kind: 'no response' }, stopped?.remedy, [exchange]);
  const control = before && isCompleted(before) ? before : undefined;
  return { what, exchange: { id, request, response }, ...(control ? { control } : {}) };
}

type ReadChoices = {
  readonly operationObservations: readonly OperationObservation[];
  readonly errors: readonly Result[];
};

/** Reads what some observations saw; a mistake of ours in one is a result of its own. */
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
