// Operations that create records.

import { contentDemand, requiredDemand } from '../../src/contract/demands.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Kind, Probe, Probing } from '../core/kind.ts';
import type { ChoiceContext } from '../core/observation.ts';
import { textRequest } from '../core/requests.ts';
import { notAccepted } from '../core/server-message.ts';
import { wasAccepted } from '../core/status.ts';
import { isServed } from '../core/unavailable.ts';
import { Withheld } from '../core/verdict.ts';
import { whyUnsent } from './attempts.ts';
import { creationsOf, unknownInPath } from './creations.ts';
import { leastWith } from './edits.ts';
import experiments from './experiments.ts';
import observations from './observations.ts';
import rules from './rules.ts';

export const create: Kind = {
  of: 'create',
  demands: () => [contentDemand, requiredDemand],
  rules: [rules],
  experiments: [experiments],
  observations: [observations],
  probe: async (operation, probing) => [await probeCreation(operation, probing)],
  beginObservation,
};

/** Sends the least valid request, and an empty one if that does not show that the operation is there. */
export async function probeCreation(operation: OperationId, { context }: Probing): Promise<Probe> {
  const control = leastWith(context, operation);
  const creations = creationsOf(context, operation);
  const exchange = await creations.inTurn(() => creations.control(control));
  const unknown = await unknownInPath(context, operation);
  if (unknown !== undefined)
    return { operation, exchanges: [], unavailable: { operation, state: 'no example', unknown } };
  if (!exchange) return { operation, exchanges: [] };
  if (isServed(exchange) || context.writesLeft() === 0) return { operation, exchanges: [exchange] };
  return {
    operation,
    exchanges: [exchange, await context.exchangeAfresh(textRequest(context, operation, '{}'))],
  };
}

async function beginObservation(context: ChoiceContext): Promise<void> {
  const { operation } = context;
  const { inTurn, control } = creationsOf(context, operation);
  const least = leastWith(context, operation);
  const exchange = await inTurn(() => control(least));
  if (!exchange) {
    const { why, remedy } = whyUnsent(context, operation, least);
    throw new Withheld('untested', why, remedy);
  }
  if (!wasAccepted(exchange))
    throw new Withheld('inconclusive', notAccepted('the control', exchange), undefined, [exchange]);
}
