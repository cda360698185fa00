// What the first requests show: which operations and collections are served.

import type { OperationId } from '../../src/contract/contract.ts';
import type { WithOperations } from '../../src/contract/operations.ts';
import { UserError } from '../../src/errors.ts';
import { type HttpRequest, isLost } from '../../src/http/exchange.ts';
import { uuids } from '../../src/json/uuid.ts';
import type { Context } from '../core/context.ts';
import type { Deliver, RunExchange } from '../core/exchange.ts';
import type { Kind, Probe } from '../core/kind.ts';
import { profileOf } from '../core/profile.ts';
import { type Remedy, remedyWords } from '../core/remedies.ts';
import { isPage, shortServerMessage } from '../core/server-message.ts';
import { isRedirect } from '../core/status.ts';
import { nameOfCollection, type Target } from '../core/target.ts';
import { headerAskedFor, isServed, stateShown, type Unavailable } from '../core/unavailable.ts';
import type { UnavailableState } from '../core/verdict.ts';
import { preflight } from './preflight.ts';

type FirstRequests = {
  readonly context: Context;
  readonly kinds: readonly Kind[];
  readonly sendAfresh: (request: HttpRequest) => Promise<{ readonly exchange: RunExchange }>;
  readonly deliver: Deliver;
  readonly operations: ReadonlySet<OperationId>;
};

/**
 * Sends two requests to each operation that does not serve the first, so that no single response decides. If no
 * operation is served, a {@link UserError} says where the API may be.
 */
export async function sendFirstRequests(first: FirstRequests): Promise<readonly Probe[]> {
  const { context, kinds, operations, sendAfresh } = first;
  const { contract } = context;
  const again = async (request: HttpRequest): Promise<RunExchange> => (await sendAfresh(request)).exchange;
  const seen = new Map<string, RunExchange>();
  await preflight(context, kinds, {
    send: async (request) => {
      const asked = await context.exchange(request);
      // A single redirect, such as to a login page, does not show that the address is wrong.
      const isElsewhere = !isLost(asked.response) && isRedirect(asked.response);
      const exchange = isElsewhere ? await again(request) : asked;
      seen.set(request.target, exchange);
      return { exchange };
    },
    probes: true,
  });
  const probes: Probe[] = [];
  for (const { of, probe } of kinds)
    for (const operation of operations)
      if (probe && contract.operations[operation]?.kind === of)
        probes.push(
          ...(await probe(operation, {
            context,
            sendAfresh: again,
            exchangeOf: ({ target }) => seen.get(target),
            twice: async (exchange) =>
              isServed(exchange) ? [exchange] : [exchange, await again(exchange.request)],
            probes,
          })),
        );
  const reached = probes.filter(({ exchanges }) => exchanges.length > 0);
  const missing = unavailableOf(contract, reached, () => false, context.target);
  const whole = missing.filter(({ collection }) => collection === undefined);
  if (whole.length < new Set(reached.map(({ operation }) => operation)).size || whole.length === 0)
    return probes;
  const isNowhere = missing.every(({ state }) => state === 'not implemented');
  const advice = isNowhere ? await whereElse(reached, first) : adviceFor(missing, context.target);
  throw new UserError(
    `${context.target.baseUrl} cannot be checked: no operation is served there; ${advice}.`,
    missing.map(({ saw }) => saw),
  );
}

function adviceFor(missing: readonly Unavailable[], { token, tokens }: Target): string {
  const aboutToken =
    token === undefined && Object.keys(tokens).length === 0
      ? 'it asks for a token: add one under "token" in the target file, or with --token or ASSAY_TOKEN'
      : 'it does not accept the token; correct "token" in the target file, --token or ASSAY_TOKEN';
  const words = missing.map(({ state, advice }) => {
    if (state === 'not let in') return aboutToken;
    return state === 'not implemented' ? 'implement the operations that return 404, 405 or 501' : advice;
  });
  return [...new Set(words)].join('; ');
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
      if (rate === undefined) return [missing];
      const advice = `run again with ${remedyWords(rate)}: requests that were rejected like this one were accepted later`;
      return [{ ...missing, remedy: rate, advice }];
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
  state: UnavailableState,
  target: Target,
): Unavailable {
  const { request, response } = exchange;
  const status = isLost(response) ? 0 : response.status;
  const words = shortServerMessage(exchange);
  const asked = headerAskedFor(exchange);
  const remedy: Remedy | undefined =
    state === 'asks for a header'
      ? `headers: { ${asked}: … }, or --header '${asked}: …'`
      : state === 'not let in'
        ? profileOf(contract, operation).remedyFor(status, target)
        : undefined;
  const missing = collection
    ? 'not served here; is this collection right?'
    : 'not served here; is it not implemented yet?';
  const [path = ''] = request.target.split('?');
  const returned = `${status}${words && ` "${words}"`}`;
  return {
    operation,
    ...(collection ? { collection: nameOfCollection(collection) } : {}),
    state,
    saw: `${request.method} ${path}  ${returned}`,
    inShort: `${request.method} ${path.replaceAll(uuids, '…')}  ${status}`,
    returned,
    advice:
      remedy === undefined ? missing : `${isPage(exchange) ? letThrough : ''}add ${remedyWords(remedy)}`,
    ...(remedy === undefined ? {} : { remedy }),
  };
}

/** A page of HTML is more often from a gateway. */
const letThrough =
  'if this page of HTML is not of your server, let the request through where it is sent; else ';

const basePaths = ['/api', '/v1', '/api/v1', '/api/v2', '/rest'];

/** Looks for the API under common paths, with requests that create nothing. */
async function whereElse(probes: readonly Probe[], { deliver, context }: FirstRequests): Promise<string> {
  const { baseUrl } = context.target;
  const [probe] = probes;
  const request = probe?.exchanges[0]?.request;
  if (!request) return '';
  const { body: _body, ...asked } = request;
  const statusAt = async (target: string): Promise<number | undefined> => {
    const { response } = await deliver({ ...asked, method: 'GET', target });
    return isLost(response) ? undefined : response.status;
  };
  for (const basePath of basePaths) {
    const found = await statusAt(basePath + request.target);
    if (found === undefined || [404, 501].includes(found) || (found >= 300 && found <= 399) || found >= 500)
      continue;
    // A server that returns this for any path proves nothing.
    if (found === (await statusAt(`${basePath}/assay-no-such-path`))) continue;
    return `does the API live under ${basePath}? There the path returns ${found}: check ${baseUrl}${basePath} instead`;
  }
  const orCollection = probes.every(({ collection }) => collection) ? ', or another collection' : '';
  return `give the base URL to which these paths are appended${orCollection} (nothing was found under ${basePaths.join(', ')} either)`;
}
