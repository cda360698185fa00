// Whether there is a server at all, and whether it is the one that was meant.

import { everyOperation } from '../../src/contract/operations.ts';
import {
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Lost,
  type Transport,
} from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import type { ContractAndTarget } from '../core/context.ts';
import type { Deliver, RunExchange, RunRequest } from '../core/exchange.ts';
import { type HarmlessRequest, type Kind, kindOf, type Probe } from '../core/kind.ts';
import { letIn } from '../core/let-in.ts';
import { shortServerMessage } from '../core/server-message.ts';
import { isRedirect } from '../core/status.ts';
import type { Target } from '../core/target.ts';
import { isStarting } from '../core/transient.ts';
import { type Search, type Starting, Unreached, type UnreachedReason } from '../core/unavailable.ts';
import type { HaltSwitch } from './ending.ts';

/** What servers return to plain HTTP on a TLS port. */
const plainToTls = /HTTPS (port|server)|SSL-enabled server port|TLS port/i;

const asksForTls = (response: HttpResponse, request: HttpRequest): boolean =>
  response.status === 400 && plainToTls.test(shortServerMessage({ request, response }));

/** Finds out whether a server that closed the connection speaks the other scheme. Sends no credentials. */
async function otherUrlScheme(
  lost: Lost,
  request: HttpRequest,
  baseUrl: string,
): Promise<UnreachedReason | undefined> {
  const isPlain = baseUrl.startsWith('http:');
  const isScheme = ['connection', 'protocol'].includes(lost.lost) && (lost.advice === undefined || !isPlain);
  if (!isScheme) return undefined;
  const address = isPlain ? securely(baseUrl) : baseUrl.replace(/^https:/, 'http:');
  const { transport, close } = network(address, { connections: 1, timeout: 2_000, insecure: true });
  try {
    const asked = { method: request.method, target: request.target, headers: [] };
    const response = await transport(asked);
    if (isLost(response) || asksForTls(response, asked)) return undefined;
    return { kind: 'other scheme', scheme: isPlain ? 'HTTPS' : 'plain HTTP', address };
  } finally {
    await close();
  }
}

const securely = (baseUrl: string): string => baseUrl.replace(/^http:/, 'https:');

/**
 * Sends a harmless request for each collection before anything else. A mistake of the operator ends the run; the rules
 * judge other responses.
 */
export async function reachTarget(
  { contract, target }: ContractAndTarget,
  kinds: readonly Kind[],
  send: (request: RunRequest) => Promise<{ readonly exchange: RunExchange }>,
): Promise<void> {
  let isReached = false;
  for (const { request, isOnlySent } of harmlessRequests({ contract, target }, kinds)) {
    if (isOnlySent) {
      await send(request);
      continue;
    }
    // One collection was served, so a rejection of another may be transient.
    const { response } = (await send(isReached ? { ...request, isDue: true } : request)).exchange;
    const problem = isLost(response)
      ? !isReached && (await unreachable(response, request, target))
      : otherAddress(response, request, target);
    if (problem) throw new Unreached(target.baseUrl, problem);
    isReached = true;
  }
}

function harmlessRequests(
  { contract, target }: ContractAndTarget,
  kinds: readonly Kind[],
): readonly [HarmlessRequest, ...HarmlessRequest[]] {
  const [any, ...more] = everyOperation(contract);
  if (!any) throw new Unreached(target.baseUrl, { kind: 'no operation' });
  const [first, ...others] = [any, ...more].flatMap(
    ({ id }) => kindOf(kinds, contract, id)?.harmlessRequests?.({ contract, target }, id) ?? [],
  );
  if (first) return [first, ...others];
  // If each needs values in its path, the root shows whether a server is there.
  const withoutValues = [any, ...more].find(({ pathParameters }) => pathParameters.length === 0);
  const [operation, path] = withoutValues ? [withoutValues.id, withoutValues.path] : [any.id, '/'];
  return [{ request: letIn({ contract, target }, operation, { method: 'GET', target: path }) }];
}

async function unreachable(
  lost: Lost,
  request: HttpRequest,
  { baseUrl }: Target,
): Promise<UnreachedReason | undefined> {
  if (lost.lost === 'oversize' || lost.lost === 'unsent') return undefined;
  const { detail, advice } = lost;
  return (await otherUrlScheme(lost, request, baseUrl)) ?? { kind: 'lost', detail, advice };
}

function otherAddress(
  response: HttpResponse,
  request: HttpRequest,
  { baseUrl }: Target,
): UnreachedReason | undefined {
  const { status, headers } = response;
  if (status === 407) return { kind: 'proxy' };
  if (baseUrl.startsWith('http://') && asksForTls(response, request))
    return { kind: 'other scheme', scheme: 'HTTPS', address: securely(baseUrl) };
  if (!isRedirect(response)) return undefined;
  const where = header(headers, 'location');
  const base = where?.endsWith(request.target) ? where.slice(0, -request.target.length) : '';
  return { kind: 'redirect', status, where, base: URL.canParse(base) ? base : undefined };
}

export type Awaiting = {
  readonly wait?: number;
  readonly onWait?: (saw: Starting) => void;
};

const interval = 250;

/** Repeats a harmless request until the target has started or the run ends. */
export async function awaitStart(
  context: ContractAndTarget,
  kinds: readonly Kind[],
  transport: Transport,
  { over, pause }: HaltSwitch,
  { wait = 0, onWait }: Awaiting,
): Promise<void> {
  const { baseUrl } = context.target;
  const [{ request }] = harmlessRequests(context, kinds);
  const send = over(transport);
  const deadline = performance.now() + wait;
  const first = await send(request);
  const elsewhere = isLost(first) ? await otherUrlScheme(first, request, baseUrl) : undefined;
  if (elsewhere) throw new Unreached(baseUrl, elsewhere);
  let saw = whyStarting(first);
  if (saw !== undefined) onWait?.(saw);
  while (saw !== undefined) {
    const left = deadline - performance.now();
    if (left <= 0)
      throw new Unreached(baseUrl, { kind: 'not started', seconds: Math.round(wait / 1000), saw });
    await pause(Math.min(interval, left));
    saw = whyStarting(await send(request));
  }
}

/** What shows that a target is starting. Waiting does not help against mistakes of the operator. */
function whyStarting(response: HttpResponse | Lost): Starting | undefined {
  if (!isLost(response)) return isStarting(response) ? response.status : undefined;
  const isMissing = ['rejected', 'connection'].includes(response.lost) && response.advice === undefined;
  return isMissing ? response.detail : undefined;
}

const basePaths = ['/api', '/v1', '/api/v1', '/api/v2', '/rest'];

/** Looks for the API under common paths, with requests that create nothing. */
export async function searchElsewhere(
  probes: readonly Probe[],
  deliver: Deliver,
): Promise<Search | undefined> {
  const request = probes[0]?.exchanges[0]?.request;
  if (!request) return undefined;
  const { body: _body, ...asked } = request;
  const statusAt = async (target: string): Promise<number | undefined> => {
    const { response } = await deliver({ ...asked, method: 'GET', target });
    return isLost(response) ? undefined : response.status;
  };
  const search = { tried: basePaths, areCollections: probes.every(({ collection }) => collection) };
  for (const basePath of basePaths) {
    const status = await statusAt(basePath + request.target);
    if (
      status === undefined ||
      [404, 501].includes(status) ||
      (status >= 300 && status <= 399) ||
      status >= 500
    )
      continue;
    // A server that returns this for any path proves nothing.
    if (status === (await statusAt(`${basePath}/assay-no-such-path`))) continue;
    return { ...search, found: { basePath, status } };
  }
  return search;
}
