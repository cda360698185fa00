import { UserError } from '../../src/errors.ts';
import { type Call, type Exchange, header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';
import type { Look } from '../core/look.ts';
import type { NodeTarget, Target } from '../core/target.ts';
import { commonHeaders, listingCall } from '../interface/calls.ts';
import { filterForNobody, wholeQuery } from '../interface/filters/asking.ts';
import { wholePage } from '../interface/read-page.ts';

/**
 * A harmless request for every node before anything else: what only the operator can settle ends the run in one
 * sentence. Whatever else comes back is for the rules to judge, who share these requests.
 */
export async function preflight(
  { contract, target }: Pick<Look, 'contract' | 'target'>,
  road: { readonly send: (call: Call) => Promise<{ readonly exchange: Exchange }> },
): Promise<void> {
  const calls = harmlessCalls({ contract, target });
  for (const [index, { node, call }] of calls.entries()) {
    if (index > 0 && index === calls.length - 1) await askForNobodyFirst({ contract, target }, road);
    const { reply } = (await road.send(call)).exchange;
    const isReached = index > 0;
    const problem = isLost(reply)
      ? !isReached && unreachable(reply)
      : (redirected(reply) ?? refused(reply, target, node));
    if (problem) throw new UserError(`${target.baseUrl} ${problem}`);
  }
}

/**
 * Asks the last of several nodes for a name that no product has, before it is asked for anything else: what a server keeps of
 * a node must not depend on what was asked for first. An experiment asks for the same, and shares the reply.
 */
async function askForNobodyFirst(
  { contract, target }: Pick<Look, 'contract' | 'target'>,
  road: { readonly send: (call: Call) => Promise<unknown> },
): Promise<void> {
  const node = target.nodes.at(-1);
  if (node)
    await road.send(listingCall({ contract, target }, node, { ...wholeQuery, filter: filterForNobody }));
}

/** A call for every node, and one where there is none. None of them writes. */
export function harmlessCalls({
  contract,
  target,
}: Pick<Look, 'contract' | 'target'>): readonly [HarmlessCall, ...HarmlessCall[]] {
  const [first, ...others] = target.nodes.map((node) => ({
    node,
    call: listingCall({ contract, target }, node, { limit: wholePage, offset: 0 }),
  }));
  if (first) return [first, ...others];
  const keys = contract.operations['application-key'].path;
  return [{ call: { method: 'GET', target: keys, headers: commonHeaders(target, 'application-key') } }];
}

type HarmlessCall = { readonly node?: NodeTarget; readonly call: Call };

const unreachable = ({ lost, detail, advice }: Lost): string | undefined =>
  lost === 'oversize' || lost === 'unsent'
    ? undefined
    : `cannot be checked: ${detail}; ${advice === undefined ? 'is the server running, and is this its address?' : `${advice}.`}`;

function redirected({ status, headers }: Reply): string | undefined {
  if (status < 300 || status > 399) return undefined;
  const where = header(headers, 'location');
  return `redirects${where === undefined ? '' : ` to ${where}`} (${status}), and redirects are not followed; name the final address.`;
}

function refused({ status }: Reply, { tokens }: Target, node?: NodeTarget): string | undefined {
  if (status === 407)
    return 'is behind a proxy that asks for credentials (407); put them into HTTP_PROXY or HTTPS_PROXY.';
  if (!node) return undefined;
  if (status === 401 || status === 403) {
    return tokens['node-products'] === undefined
      ? `asks for a token (${status}); name one under "token" in the target file.`
      : `does not accept the token (${status}); correct "token" in the target file.`;
  }
  if (status !== 404) return undefined;
  return `does not know the node ${node.hierarchy}/${node.node} (404); correct the base URL or the node.`;
}
