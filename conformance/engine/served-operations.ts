// What the first requests show: which operations and collections are served.

import type { OperationId, WithOperations } from '../../src/contract/operations.ts';
import { isLost, pathIn } from '../../src/http/exchange.ts';
import type { Context } from '../core/context.ts';
import type { Deliver, RunExchange } from '../core/exchange.ts';
import type { Kind, Probe } from '../core/kind.ts';
import { type Remedy, remedyFor } from '../core/remedies.ts';
import { isRedirect } from '../core/status.ts';
import { nameOfCollection, type Target } from '../core/target.ts';
import { headerAskedFor, isServed, shownExchange, stateShown, Unreached } from '../core/unavailable.ts';
import type { Unavailable } from '../core/verdict.ts';
import { reachTarget, searchElsewhere } from './reach-target.ts';

type FirstRequests = {
  readonly context: Context;
  readonly kinds: readonly Kind[];
  readonly deliver: Deliver;
  readonly operations: ReadonlySet<OperationId>;
};

/**
 * Sends two requests to each operation that does not serve the first, so that no single response decides. If no
 * operation is served, it looks where the API may be.
 */
export async function sendFirstRequests(first: FirstRequests): Promise<readonly Probe[]> {
  const { context, kinds, operations } = first;
  const { contract } = context;
  const { exchangeAfresh } = context;
  const seen = new Map<string, RunExchange>();
  await reachTarget(context, kinds, async (request) => {
    const asked = await context.exchange(request);
    // A single redirect, such as to a login page, does not show that the address is wrong.
    const isElsewhere = !isLost(asked.response) && isRedirect(asked.response);
    const exchange = isElsewhere ? await exchangeAfresh(request) : asked;
    seen.set(request.target, exchange);
    return { exchange };
  });
  const probes: Probe[] = [];
  for (const { of, probe } of kinds)
    for (const operation of operations)
      if (probe && contract.operations[operation]?.kind === of)
        probes.push(
          ...(await probe(operation, {
            context,
            exchangeOf: ({ target }) => seen.get(target),
            twice: async (exchange) =>
              isServed(exchange) ? [exchange] : [exchange, await exchangeAfresh(exchange.request)],
            probes,
          })),
        );
  const reached = probes.filter(({ exchanges }) => exchanges.length > 0);
  const missing = unavailableOf(contract, reached, () => false, context.target);
  const whole = missing.filter(({ collection }) => collection === undefined);
  if (whole.length < new Set(reached.map(({ operation }) => operation)).size || whole.length === 0)
    return probes;
  const { baseUrl, token, tokens } = context.target;
  const search = missing.every(({ state }) => state === 'not implemented')
    ? await searchElsewhere(reached, first.deliver)
    : undefined;
  throw new Unreached(baseUrl, {
    kind: 'nothing served',
    missing,
    isTokenGiven: token !== undefined || Object.keys(tokens).length > 0,
    ...(search ? { search } : {}),
  });
}

/**
 * Operations and collections for which every first response shows that they are not there, or accept no token, and of
 * which nothing was accepted later.
 */
export function unavailableOf(
  contract: WithOperations,
  probes: readonly Probe[],
  wasAccepted: (probe: Probe) => boolean,
  target: Target,
  rateAgainst: (exchange: RunExchange) => Remedy | undefined = () => undefined,
): Unavailable[] {
  const operations = Map.groupBy(probes, ({ operation }) => operation);
  return [...operations.values()].flatMap((own) => {
    const found = own.flatMap((probe): Unavailable[] => {
      const [exchange] = probe.exchanges;
      if (probe.unavailable) return wasAccepted(probe) ? [] : [probe.unavailable];
      const states = new Set(probe.exchanges.map(stateShown));
      const [state] = states;
      if (!exchange || states.size !== 1 || state === undefined || wasAccepted(probe)) return [];
      const rate = state === 'not let in' ? rateAgainst(exchange) : undefined;
      const missing = unavailableFrom(contract, probe, exchange, state, target);
      return [rate === undefined ? missing : { ...missing, remedy: rate }];
    });
    const [first] = found;
    if (!first || found.length < own.length) return found;
    const { collection: _collection, ...whole } = first;
    return [whole];
  });
}

function unavailableFrom(
  contract: WithOperations,
  { operation, collection }: Probe,
  exchange: RunExchange,
  state: Unavailable['state'],
  target: Target,
): Unavailable {
  const { method, target: path } = exchange.request;
  const shown = shownExchange(`${method} ${pathIn(path)}`, exchange);
  const asked = headerAskedFor(exchange);
  const remedy: Remedy | undefined =
    state === 'asks for a header'
      ? `headers: { ${asked}: … }, or --header '${asked}: …'`
      : state === 'not let in'
        ? remedyFor(contract, operation, shown.status, target)
        : undefined;
  return {
    operation,
    ...(collection ? { collection: nameOfCollection(collection) } : {}),
    state,
    shown,
    ...(remedy === undefined ? {} : { remedy }),
  };
}
