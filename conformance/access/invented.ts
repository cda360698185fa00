// A credential that the run invented, at each operation that reads, compared with what others of the same security do.

import { clauseId } from '../../src/contract/kind-clauses.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import { schemesOf } from '../../src/contract/security.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { withInvented, withoutCredentials } from '../../src/secrets/credentials.ts';
import type { Claim } from '../core/claim.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { RunExchange } from '../core/exchange.ts';
import { outcomeOf, wasAccepted, wasRejected } from '../core/status.ts';
import { tokenFor } from '../core/target.ts';

/** What the operations of one security do with an invented credential. */
type Tried = {
  readonly accepted: Map<OperationId, RunExchange>;
  rejected?: RunExchange;
};

/** Sends a reading that is accepted once more, with an invented credential. Whether that is good, only other operations tell. */
export async function tryInvented(
  context: ExperimentContext,
  operation: OperationId,
  control: HttpRequest,
): Promise<void> {
  const { contract, target } = context;
  const own = operationIn(contract, operation);
  const [way] = own.security;
  const isMeant = contract.clauses.has(clauseId(operation, 'invented-rejected'));
  if (!way || !isMeant || tokenFor(target, operation) === undefined) return;
  if (!wasAccepted(await context.exchange(control))) return;
  const bare = withoutCredentials(control, schemesOf(own));
  const exchange = await context.exchange(withInvented(bare, way));
  const tried = context.sharedByAll(
    `invented credentials for ${JSON.stringify(own.security)}`,
    (): Tried => ({ accepted: new Map() }),
  );
  const report = (of: OperationId, one: RunExchange, before?: RunExchange): void =>
    context.report({
      operation: of,
      clause: clauseId(of, 'invented-rejected'),
      what: 'a request with an invented credential',
      expects: 'either',
      exchange: one,
      before,
    });
  if (wasRejected(exchange)) {
    if (tried.rejected === undefined) for (const [of, one] of tried.accepted) report(of, one, exchange);
    tried.rejected ??= exchange;
    report(operation, exchange);
  }
  if (!wasAccepted(exchange)) return;
  tried.accepted.set(operation, exchange);
  if (tried.rejected) return report(operation, exchange, tried.rejected);
  // One alone has nothing to be compared with.
  const { size } = tried.accepted;
  for (const [of, one] of tried.accepted) if (size === 2 || (size > 2 && of === operation)) report(of, one);
}

/** The claim that no operation accepts an invented credential that another one rejects. */
export const rejectedAsElsewhere: Claim = {
  on: 'attempt',
  judge: ({ exchange, before, what }, judge) => {
    if (!exchange) return;
    const isElsewhere = before !== undefined && wasRejected(before);
    judge.claim(!(wasAccepted(exchange) && isElsewhere), () => ({
      expected: `${what} is rejected, as at ${before?.request.method} ${before?.request.target}`,
      saw: outcomeOf(exchange),
      shown: [exchange, ...(before ? [before] : [])],
    }));
  },
};
