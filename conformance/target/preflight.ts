import type { OperationId } from '../../src/contract/contract.ts';
import { listOf } from '../../src/contract/list.ts';
import { descriptorOf, operationIds, operationThat } from '../../src/contract/operations/operations.ts';
import { UserError } from '../../src/errors.ts';
import { type Call, type Exchange, header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';
import type { Context } from '../core/context.ts';
import type { NodeTarget, Target } from '../core/target.ts';
import { commonHeaders } from '../interface/calls.ts';
import { listingCall, wholePage } from '../node-products/calls.ts';
import { filterForNobody, wholeQuery } from '../node-products/filters/asking.ts';
import { whereIsServer } from './base-url.ts';
import { asksForTls, otherScheme, securely } from './other-scheme.ts';

/**
 * A harmless request for every node before anything else: what only the operator can settle ends the run in one
 * sentence. Whatever else comes back is for the rules to judge, who share these requests.
 */
export async function preflight(
  { contract, target }: Pick<Context, 'contract' | 'target'>,
  sender: {
    readonly send: (call: Call) => Promise<{ readonly exchange: Exchange }>;
    /** Calls whose rejection is somebody else's to judge; by default none. */
    readonly calls?: readonly HarmlessCall[];
  },
): Promise<void> {
  const calls = sender.calls ?? harmlessCalls({ contract, target });
  for (const [index, { node, call }] of calls.entries()) {
    if (index > 0 && index === calls.length - 1) await askForNobodyFirst({ contract, target }, sender);
    // Where one node was served, the others may be kept out only once.
    const { reply } = (await sender.send(index > 0 ? { ...call, isDue: true } : call)).exchange;
    const isReached = index > 0;
    const problem = isLost(reply)
      ? !isReached && (await unreachable(reply, call, target))
      : (otherAddress(reply, call, target) ?? rejected(reply, target, sender.calls ? undefined : node));
    if (problem) throw new UserError(`${target.baseUrl} ${problem}`);
  }
}

/**
 * Asks the last of several nodes for a name that no product has, before it is asked for anything else: what a server keeps of
 * a node must not depend on what was asked for first. An experiment asks for the same, and shares the reply.
 */
async function askForNobodyFirst(
  { contract, target }: Pick<Context, 'contract' | 'target'>,
  sender: { readonly send: (call: Call) => Promise<unknown> },
): Promise<void> {
  const node = target.nodes.at(-1);
  const filter = filterForNobody(listOf(contract));
  if (node && filter !== undefined)
    await sender.send(listingCall({ contract, target }, node, { ...wholeQuery, filter }));
}

/** A call for every node, and one where there is none. None of them writes. */
export function harmlessCalls({
  contract,
  target,
}: Pick<Context, 'contract' | 'target'>): readonly [HarmlessCall, ...HarmlessCall[]] {
  const [first, ...others] = target.nodes.map((node) => ({
    operation: listing,
    node,
    call: listingCall({ contract, target }, node, { limit: wholePage, offset: 0 }),
  }));
  if (first) return [first, ...others];
  const operation = operationIds.find((id) => descriptorOf(id).pathParameters.length === 0) ?? listing;
  const { path } = contract.operations[operation];
  return [{ operation, call: { method: 'GET', target: path, headers: commonHeaders(target, operation) } }];
}

/** The operation that lists nodes. */
const listing = operationThat('list', 'product');

/** A call to the path of an operation that writes nothing, and the node that it lists, if it does. */
type HarmlessCall = {
  readonly operation: OperationId;
  readonly node?: NodeTarget;
  readonly call: Call;
};

async function unreachable(lost: Lost, call: Call, { baseUrl }: Target): Promise<string | undefined> {
  if (lost.lost === 'oversize' || lost.lost === 'unsent') return undefined;
  const { detail, advice } = lost;
  return (
    (await otherScheme(lost, call, baseUrl)) ??
    `cannot be checked: ${detail}; ${advice === undefined ? whereIsServer(baseUrl) : `${advice}.`}`
  );
}

/** The right address, where a response tells that this is not it. */
function otherAddress(reply: Reply, call: Call, { baseUrl }: Target): string | undefined {
  const { status, headers } = reply;
  if (baseUrl.startsWith('http://') && asksForTls(reply, call))
    return `speaks HTTPS on this port; use ${securely(baseUrl)}.`;
  if (status < 300 || status > 399) return undefined;
  const where = header(headers, 'location');
  const base = where?.endsWith(call.target) && where.slice(0, -call.target.length);
  const final = base && URL.canParse(base) ? `use ${base}` : 'name the final address';
  return `redirects${where === undefined ? '' : ` to ${where}`} (${status}), and redirects are not followed; ${final}.`;
}

function rejected({ status }: Reply, { tokens }: Target, node?: NodeTarget): string | undefined {
  if (status === 407)
    return 'is behind a proxy that asks for credentials (407); put them into HTTP_PROXY or HTTPS_PROXY.';
  if (!node) return undefined;
  if (status === 401 || status === 403) {
    return tokens[listing] === undefined
      ? `asks for a token (${status}); name one under "token" in the target file.`
      : `does not accept the token (${status}); correct "token" in the target file.`;
  }
  if (status !== 404) return undefined;
  return `does not know the node ${node.hierarchy}/${node.node} (404); correct the base URL or the node.`;
}
