import type { OperationId } from '../../src/contract/contract.ts';
import {
  descriptorOf,
  isOfKind,
  isStateful,
  operationThat,
} from '../../src/contract/operations/operations.ts';
import { UserError } from '../../src/errors.ts';
import { type Call, type Exchange, isLost, type Transport } from '../../src/http/exchange.ts';
import type { Context } from '../core/context.ts';
import { nodesLine, type Remedy, remedyWords } from '../core/remedies.ts';
import { isPage, shortServerMessage } from '../core/server-message.ts';
import type { NodeTarget, Target } from '../core/target.ts';
import type { Unavailable } from '../core/unavailable.ts';
import { createdId, creationsOf, leastWith } from '../creations/creations.ts';
import { readingCall, textCall, type WritingOperation } from '../interface/calls.ts';
import { headerAskedFor, isGone, isOutside } from '../interface/unavailable.ts';
import { profiles } from '../profiles/profiles.ts';
import { harmlessCalls, preflight } from './preflight.ts';

/** The first requests to an operation, or to a node of it, and what came. */
type Probe = {
  readonly operation: OperationId;
  readonly node?: NodeTarget;
  readonly exchanges: readonly Exchange[];
};

/** What the first requests need. */
type FirstRequests = {
  readonly context: Context;
  /** Sends a call as evidence, whatever was sent before. */
  readonly sendAfresh: (call: Call) => Promise<{ readonly exchange: Exchange }>;
  /** Sends a call that is no evidence. */
  readonly transport: Transport;
  /** The operations that are judged. */
  readonly operations: ReadonlySet<OperationId>;
};

/**
 * Reads each operation before any rule is judged: one request in the form that a check sends, and where that is not
 * served another, so that no single response decides. Where nothing is served, a {@link UserError} says so, and where the
 * API may be instead.
 */
export async function sendFirstRequests(first: FirstRequests): Promise<readonly Probe[]> {
  const { context, operations, sendAfresh } = first;
  const calls = harmlessCalls(context);
  const seen = new Map<string, Exchange>();
  await preflight(context, {
    send: async (call) => {
      const asked = await context.exchange(call);
      // A single redirect, such as to a login page, does not show that the address is wrong.
      const exchange = isRedirected(asked) ? (await sendAfresh(call)).exchange : asked;
      seen.set(call.target, exchange);
      return { exchange };
    },
    calls,
  });
  const probes: Probe[] = [];
  for (const { operation, node, call } of calls.filter((one) => operations.has(one.operation))) {
    const exchange = seen.get(call.target);
    if (node && exchange) probes.push({ operation, node, exchanges: await twice(exchange, first) });
  }
  if (context.target.nodes.length === 0)
    for (const operation of operations)
      if (isOfKind(operation, 'list')) probes.push({ operation, exchanges: [] });
  for (const operation of operations)
    if (isOfKind(operation, 'create')) probes.push(await probeCreation(operation, first));
  for (const operation of operations)
    if (isOfKind(operation, 'read') && isStateful(operation))
      probes.push(await probeReading(operation, probes, first));
  const reached = probes.filter(({ exchanges }) => exchanges.length > 0);
  const missing = unavailableOf(reached, () => false, context.target);
  const whole = missing.filter(({ node }) => node === undefined);
  if (whole.length < new Set(reached.map(({ operation }) => operation)).size || whole.length === 0)
    return probes;
  const isNowhere = missing.every(({ state }) => state === 'not implemented');
  const advice = isNowhere ? await whereElse(reached, first) : adviceFor(missing, context.target);
  throw new UserError(
    `${context.target.baseUrl} cannot be checked: no operation is served there; ${advice}.`,
    missing.map(({ saw }) => saw),
  );
}

/** What to do where no operation lets a request in. */
function adviceFor(missing: readonly Unavailable[], { tokens }: Target): string {
  const token =
    Object.keys(tokens).length === 0
      ? 'it asks for a token: add one under "token" in the target file, or with --token or ASSAY_TOKEN'
      : 'it does not accept the token; correct "token" in the target file, --token or ASSAY_TOKEN';
  const words = missing.map(({ state, advice }) => {
    if (state === 'not let in') return token;
    return state === 'not implemented' ? 'implement the operations that return 404, 405 or 501' : advice;
  });
  return [...new Set(words)].join('; ');
}

const isRedirected = ({ reply }: Exchange): boolean =>
  !isLost(reply) && reply.status >= 300 && reply.status <= 399;

/** A GET that was not served is sent once more. */
async function twice(exchange: Exchange, { sendAfresh }: FirstRequests): Promise<Exchange[]> {
  return isServed(exchange) ? [exchange] : [exchange, (await sendAfresh(exchange.call)).exchange];
}

/** The request that everything else differs from; where it is not served, one that has to be rejected. */
async function probeCreation(
  operation: WritingOperation,
  { context, sendAfresh }: FirstRequests,
): Promise<Probe> {
  const control = leastWith(context, operation);
  const creations = creationsOf(context, operation);
  const exchange = await creations.inTurn(() => creations.control(control));
  if (!exchange) return { operation, exchanges: [] };
  if (isServed(exchange) || context.writesLeft() === 0) return { operation, exchanges: [exchange] };
  const empty = await sendAfresh(textCall(context, operation, '{}'));
  return { operation, exchanges: [exchange, empty.exchange] };
}

/** The reading of what a creation created; nothing is sent if that shows no id. */
async function probeReading(
  operation: OperationId,
  probes: readonly Probe[],
  first: FirstRequests,
): Promise<Probe> {
  const creator = operationThat('create', descriptorOf(operation).resource);
  const { exchanges } =
    probes.find((probe) => probe.operation === creator) ?? (await probeCreation(creator, first));
  const id = exchanges.map(createdId).find((one) => one !== undefined);
  if (id === undefined) return { operation, exchanges: [] };
  const exchange = await first.context.exchange(readingCall(first.context, operation, id));
  return { operation, exchanges: await twice(exchange, first) };
}

/** Whether a response shows that an operation is there, or says nothing of it. */
const isServed = (exchange: Exchange): boolean => isLost(exchange.reply) || stateOf(exchange) === undefined;

function stateOf(exchange: Exchange): Unavailable['state'] | undefined {
  if (isLost(exchange.reply)) return undefined;
  if (headerAskedFor(exchange) !== undefined) return 'asks for a header';
  if (isGone(exchange.reply)) return 'not implemented';
  return isOutside(exchange.reply) ? 'not let in' : undefined;
}

/**
 * What could not be judged: operations and nodes for which every first response says that they are not there,
 * or rejected every token, and no later one was accepted.
 */
export function unavailableOf(
  probes: readonly Probe[],
  wasAccepted: (probe: Probe) => boolean,
  target: Target,
  rateAgainst: (exchange: Exchange) => Remedy | undefined = () => undefined,
): Unavailable[] {
  const operations = Map.groupBy(probes, ({ operation }) => operation);
  return [...operations.values()].flatMap((own) => {
    const found = own.flatMap((probe): Unavailable[] => {
      const [exchange] = probe.exchanges;
      if (isOfKind(probe.operation, 'list') && !probe.node)
        return wasAccepted(probe) ? [] : [withoutNode(probe.operation)];
      const states = new Set(probe.exchanges.map(stateOf));
      const [state] = states;
      if (!exchange || states.size !== 1 || state === undefined || wasAccepted(probe)) return [];
      const rate = state === 'not let in' ? rateAgainst(exchange) : undefined;
      const missing = describe(probe, exchange, state, target);
      if (rate === undefined) return [missing];
      const advice = `run again with ${remedyWords(rate)}: requests that were rejected like this one were accepted later`;
      return [{ ...missing, remedy: rate, advice }];
    });
    const [first] = found;
    if (!first || found.length < own.length) return found;
    const { node: _node, ...whole } = first;
    return [whole];
  });
}

/** What is said of the listing where no node is named. */
const withoutNode = (operation: OperationId): Unavailable => ({
  operation,
  state: 'no node',
  saw: 'the target file and --node name no node',
  inShort: 'no node is named',
  returned: '',
  advice: `add ${remedyWords(nodesLine)}, or --node HIERARCHY/NODE`,
  remedy: nodesLine,
});

function describe(
  { operation, node }: Probe,
  exchange: Exchange,
  state: Unavailable['state'],
  target: Target,
): Unavailable {
  const { call, reply } = exchange;
  const status = isLost(reply) ? 0 : reply.status;
  const words = shortServerMessage(exchange);
  const asked = headerAskedFor(exchange);
  const remedy: Remedy | undefined =
    state === 'asks for a header'
      ? `headers: { ${asked}: … }, or --header '${asked}: …'`
      : state === 'not let in'
        ? profiles[operation].remedyFor(status, target)
        : undefined;
  const missing = node
    ? 'not served here; is this node right?'
    : 'not served here; is it not implemented yet?';
  const [path = ''] = call.target.split('?');
  const returned = `${status}${words && ` "${words}"`}`;
  return {
    operation,
    ...(node ? { node: `${node.hierarchy}/${node.node}` } : {}),
    state,
    saw: `${call.method} ${path}  ${returned}`,
    inShort: `${call.method} ${path.replaceAll(uuid, '…')}  ${status}`,
    returned,
    advice:
      remedy === undefined ? missing : `${isPage(exchange) ? letThrough : ''}add ${remedyWords(remedy)}`,
    ...(remedy === undefined ? {} : { remedy }),
  };
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What may help more than any line of the target file, if a page of HTML rejects a request. */
const letThrough =
  'if this page of HTML is not of your server, let the request through where it is sent; else ';

/** Where APIs often live. */
const basePaths = ['/api', '/v1', '/api/v1', '/api/v2', '/rest'];

/** Looks for the API under other paths, with requests that write nothing; a sentence that names what was found. */
async function whereElse(probes: readonly Probe[], { transport, context }: FirstRequests): Promise<string> {
  const { baseUrl } = context.target;
  const [probe] = probes;
  const call = probe?.exchanges[0]?.call;
  if (!call) return '';
  const { body: _body, ...asked } = call;
  const statusAt = async (target: string): Promise<number | undefined> => {
    const reply = await transport({ ...asked, method: 'GET', target });
    return isLost(reply) ? undefined : reply.status;
  };
  for (const basePath of basePaths) {
    const found = await statusAt(basePath + call.target);
    if (found === undefined || [404, 501].includes(found) || (found >= 300 && found <= 399) || found >= 500)
      continue;
    // Where any path has this response, it says nothing.
    if (found === (await statusAt(`${basePath}/assay-no-such-path`))) continue;
    return `does the API live under ${basePath}? There the path returns ${found}: check ${baseUrl}${basePath} instead`;
  }
  const orNode = probes.every(({ node }) => node) ? ', or another node' : '';
  return `give the base URL to which these paths are appended${orNode} (nothing was found under ${basePaths.join(', ')} either)`;
}
