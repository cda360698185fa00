import type { Contract } from '../../../src/contract/contract.ts';
import { type Exchange, isLost } from '../../../src/http/exchange.ts';
import type { Answer, Answered, Attempt, Listing } from '../../core/evidence.ts';
import { type ChoiceEvidence, type ChoiceTrial, heldAs, type Observation } from '../../core/observation.ts';
import { createPremises } from '../../core/premises.ts';
import { notAccepted } from '../../core/server-message.ts';
import { transientFailure, wasAccepted } from '../../core/status.ts';
import type { Target } from '../../core/target.ts';
import { Withheld } from '../../core/verdict.ts';
import { type OperationObservation, unseenFor } from './choice-observations.ts';

/** What observations read of a run, or of a recording. */
export type ObservedEvidence = {
  readonly contract: Contract;
  readonly target: Target;
  readonly listings: readonly Listing[];
  readonly creations: readonly Answer[];
  readonly attempts: readonly Attempt[];
};

/** Reads which option of its choice a server takes; what an observation throws by a mistake of ours is thrown. */
export function observe(observation: Observation, evidence: ObservedEvidence): OperationObservation {
  const { choice, operation } = observation;
  const recent: Exchange[] = [];
  try {
    const answer = observation.read(readingOf(observation, evidence, recent));
    return { choice, operation, answer, exchanges: recent.slice(-1) };
  } catch (error) {
    if (error instanceof Withheld) return { choice, operation, ...unseenFor(error) };
    throw error;
  }
}

function readingOf(
  { choice, operation }: Observation,
  { contract, target, listings, creations, attempts }: ObservedEvidence,
  recent: Exchange[],
): ChoiceEvidence {
  const premises = createPremises(recent);
  const created = creations.filter((answer) => answer.operation === operation);
  return {
    ...premises,
    contract,
    target,
    operation,
    listings,
    creations: created,
    created: (isMeant = () => true) => {
      const found = created.find(isMeant);
      const answer = premises.orUntested(found, 'nothing was created that shows it');
      recent.push(answer);
      return answer;
    },
    trials: (of = choice) => {
      const own = attempts.filter((one) => one.operation === operation && one.clause === heldAs(of));
      const [first, ...others] = own.map((attempt) => triedIn(attempt, recent));
      return [premises.orUntested(first, 'only a check tries this'), ...others];
    },
  };
}

/** What an attempt shows of a choice; what does not tell which option a server takes is withheld. */
function triedIn({ what, exchange, before, after, notApplicable }: Attempt, recent: Exchange[]): ChoiceTrial {
  if (notApplicable) throw new Withheld('untested', notApplicable.why, notApplicable.remedy);
  if (!exchange)
    throw new Withheld(
      'inconclusive',
      before ? notAccepted('the control', before) : 'it was not sent',
      undefined,
      before ? [before] : [],
    );
  recent.push(exchange);
  // A quota may be used up, or money.
  if (after && !wasAccepted(after))
    throw new Withheld('untested', notAccepted('the control sent afterwards', after), undefined, [
      exchange,
      after,
    ]);
  const { call, reply } = exchange;
  const stopped = transientFailure(reply);
  if (stopped || isLost(reply))
    throw new Withheld('inconclusive', stopped?.why ?? 'nothing came', stopped?.remedy, [exchange]);
  const control = before && answeredOf(before);
  return { what, answer: { call, reply }, ...(control ? { control } : {}) };
}

const answeredOf = ({ call, reply }: Exchange): Answered | undefined =>
  isLost(reply) ? undefined : { call, reply };
