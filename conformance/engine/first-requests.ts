import type { OperationId } from '../../src/contract/contract.ts';
import { everyOperation, type WithOperations } from '../../src/contract/operations.ts';
import { UserError } from '../../src/errors.ts';
import {
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Lost,
  type Transport,
} from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { uuids } from '../../src/json/uuid.ts';
import type { Context } from '../core/context.ts';
import type { Deliver, RunExchange, RunRequest } from '../core/exchange.ts';
import { type HarmlessRequest, type Kind, kindOf, type Probe } from '../core/kind.ts';
import { profileOf } from '../core/profiles.ts';
import { type Remedy, remedyWords } from '../core/remedies.ts';
import { letIn } from '../core/requests.ts';
import { isPage, shortServerMessage } from '../core/server-message.ts';
import { isRedirect } from '../core/status.ts';
import { type Collection, nameOfCollection, type Target, tokenFor } from '../core/target.ts';
import { isStarting } from '../core/transient.ts';
import { headerAskedFor, isServed, stateShown, type Unavailable } from '../core/unavailable.ts';
import type { UnavailableState } from '../core/verdict.ts';
import { whereIsServer } from '../target/target-file.ts';
import type { HaltSwitch } from './ending.ts';

/** What servers return to plain HTTP on a TLS port. */
const plainToTls = /HTTPS (port|server)|SSL-enabled server port|TLS port/i;

const asksForTls = (response: HttpResponse, request: HttpRequest): boolean =>
  response.status === 400 && plainToTls.test(shortServerMessage({ request, response }));

/** Finds out whether a server that closed the connection answers with the other scheme. Sends no credentials. */
async function otherScheme(lost: Lost, request: HttpRequest, baseUrl: string): Promise<string | undefined> {
  const isPlain = baseUrl.startsWith('http:');
  const isScheme = ['connection', 'protocol'].includes(lost.lost) && (lost.advice === undefined || !isPlain);
  if (!isScheme) return undefined;
  const address = isPlain ? securely(baseUrl) : baseUrl.replace(/^https:/, 'http:');
  const { transport, close } = network(address, { connections: 1, timeout: 2_000, insecure: true });
  try {
    const asked = { method: request.method, target: request.target, headers: [] };
    const response = await transport(asked);
    if (isLost(response) || asksForTls(response, asked)) return undefined;
    return `speaks ${isPlain ? 'HTTPS' : 'plain HTTP'} on this port; use ${address}.`;
  } finally {
    await close();
  }
}

const securely = (baseUrl: string): string => baseUrl.replace(/^http:/, 'https:');

type Asking = Pick<Context, 'contract' | 'target'>;

/**
 * Sends a harmless request for each collection before anything else. A mistake of the operator ends the run; the rules
 * judge other responses.
 */
export async function preflight(
  { contract, target }: Asking,
  kinds: readonly Kind[],
  sender: {
    readonly send: (request: RunRequest) => Promise<{ readonly exchange: RunExchange }>;
    /** Whether collections are asked for again, so that one response decides nothing. */
    readonly probes?: true;
  },
): Promise<void> {
  let isReached = false;
  for (const { operation, collection, request, isOnlySent } of harmlessRequests(
    { contract, target },
    kinds,
  )) {
    if (isOnlySent) {
      await sender.send(request);
      continue;
    }
    // One collection was served, so a rejection of another may be transient.
    const { response } = (await sender.send(isReached ? { ...request, isDue: true } : request)).exchange;
    const problem = isLost(response)
      ? !isReached && (await unreachable(response, request, target))
      : (otherAddress(response, request, target) ??
        rejected(response, target, sender.probes ? undefined : collection, operation));
    if (problem) throw new UserError(`${target.baseUrl} ${problem}`);
    isReached = true;
  }
}

function harmlessRequests(
  { contract, target }: Asking,
  kinds: readonly Kind[],
): readonly [HarmlessRequest, ...HarmlessRequest[]] {
  const [any, ...more] = everyOperation(contract);
  if (!any) throw new UserError('the contract has no operation that assay can check.');
  const [first, ...others] = [any, ...more].flatMap(
    ({ id }) => kindOf(kinds, contract, id)?.harmlessRequests?.({ contract, target }, id) ?? [],
  );
  if (first) return [first, ...others];
  // If each needs values in its path, the root shows whether a server is there.
  const plain = [any, ...more].find(({ pathParameters }) => pathParameters.length === 0);
  const [operation, path] = plain ? [plain.id, plain.path] : [any.id, '/'];
  return [{ operation, request: letIn({ contract, target }, operation, { method: 'GET', target: path }) }];
}

async function unreachable(
  lost: Lost,
  request: HttpRequest,
  { baseUrl }: Target,
): Promise<string | undefined> {
  if (lost.lost === 'oversize' || lost.lost === 'unsent') return undefined;
  const { detail, advice } = lost;
  return (
    (await otherScheme(lost, request, baseUrl)) ??
    `cannot be checked: ${detail}; ${advice === undefined ? whereIsServer(baseUrl) : `${advice}.`}`
  );
}

function otherAddress(response: HttpResponse, request: HttpRequest, { baseUrl }: Target): string | undefined {
  const { status, headers } = response;
  if (baseUrl.startsWith('http://') && asksForTls(response, request))
    return `speaks HTTPS on this port; use ${securely(baseUrl)}.`;
  if (!isRedirect(response)) return undefined;
  const where = header(headers, 'location');
  const base = where?.endsWith(request.target) && where.slice(0, -request.target.length);
  const final = base && URL.canParse(base) ? `use ${base}` : 'name the final address';
  return `redirects${where === undefined ? '' : ` to ${where}`} (${status}), and redirects are not followed; ${final}.`;
}

function rejected(
  { status }: HttpResponse,
  target: Target,
  collection?: Collection,
  listing = '',
): string | undefined {
  if (status === 407)
    return 'is behind a proxy that asks for credentials (407); put them into HTTP_PROXY or HTTPS_PROXY.';
  if (!collection) return undefined;
  if (status === 401 || status === 403) {
    return tokenFor(target, listing) === undefined
      ? `asks for a token (${status}); name one under "token" in the target file.`
      : `does not accept the token (${status}); correct "token" in the target file.`;
  }
  if (status !== 404) return undefined;
  return `does not know the collection ${nameOfCollection(collection)} (404); correct the base URL or the collection.`;
}

export type Awaiting = {
  readonly wait?: number;
  readonly onWait?: (saw: string) => void;
};

const interval = 250;

/**
 * Repeats a harmless request until the target has started or the run ends. A target that does not start is a {@link
 * UserError}.
 */
export async function awaitStart(
  context: Asking,
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
  const elsewhere = isLost(first) ? await otherScheme(first, request, baseUrl) : undefined;
  if (elsewhere !== undefined) throw new UserError(`${baseUrl} ${elsewhere}`);
  let saw = whyStarting(first);
  if (saw !== undefined) onWait?.(saw);
  while (saw !== undefined) {
    const left = deadline - performance.now();
    if (left <= 0)
      throw new UserError(
        `${baseUrl} cannot be checked: after ${Math.round(wait / 1000)} s of waiting, ${saw}; ${whereIsServer(baseUrl)}`,
      );
    await pause(Math.min(interval, left));
    saw = whyStarting(await send(request));
  }
}

/** Why a target seems to be starting. Waiting does not help against mistakes of the operator. */
function whyStarting(response: HttpResponse | Lost): string | undefined {
  if (!isLost(response)) return isStarting(response) ? `it returns ${response.status}` : undefined;
  const isMissing = ['rejected', 'connection'].includes(response.lost) && response.advice === undefined;
  return isMissing ? response.detail : undefined;
}

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
      const missing = describe(contract, probe, exchange, state, target);
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

function describe(
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
