import { Fault } from '../../src/fault.ts';
import { header, isLost, type Lost, type Reply } from '../../src/wire/exchange.ts';
import { commonHeaders } from '../creation/submit.ts';
import type { Look } from '../engine/probe.ts';
import type { NodeTarget, Target } from '../engine/target.ts';
import type { Wire } from '../engine/wire.ts';
import { listingCall, wholePage } from '../listing/listing.ts';

/**
 * A harmless request for every node before anything else: what only the operator can mend ends the run in one
 * sentence. Whatever else comes back is for the rules to judge, who share these requests.
 */
export async function preflight(look: Pick<Look, 'contract' | 'target'>, wire: Wire): Promise<void> {
  const { contract, target } = look;
  const keys = contract.operations['application-key'].path;
  const calls = target.nodes.map((node) => ({
    node,
    call: listingCall(look, node, { limit: wholePage, offset: 0 }),
  }));
  const bare = { node: undefined, call: { method: 'GET', target: keys, headers: commonHeaders(target) } };
  for (const [index, { node, call }] of (calls.length > 0 ? calls : [bare]).entries()) {
    const reply = await wire.send(call, false);
    const isReached = index > 0;
    const fault = isLost(reply)
      ? !isReached && unreachable(reply)
      : (redirected(reply) ?? refused(reply, target, node));
    if (fault) throw new Fault(`${target.baseUrl} ${fault}`);
  }
}

const unreachable = ({ lost, detail, advice }: Lost): string | undefined =>
  lost === 'oversize' || lost === 'unsent'
    ? undefined
    : `cannot be checked: ${detail}; ${advice === undefined ? 'is the server running, and is this its address?' : `${advice}.`}`;

function redirected({ status, headers }: Reply): string | undefined {
  if (status < 300 || status > 399) return undefined;
  const where = header(headers, 'location');
  return `redirects${where === undefined ? '' : ` to ${where}`} (${status}), and redirects are not followed; name the final address.`;
}

function refused({ status }: Reply, { token }: Target, node?: NodeTarget): string | undefined {
  if (status === 407)
    return 'is behind a proxy that asks for credentials (407); put them into HTTP_PROXY or HTTPS_PROXY.';
  if (!node) return undefined;
  if (status === 401 || status === 403) {
    return token === undefined
      ? `asks for a token (${status}); name one under "token" in the target file.`
      : `does not accept the token (${status}); correct "token" in the target file.`;
  }
  if (status !== 404) return undefined;
  return `does not know the node ${node.hierarchy}/${node.node} (404); correct the base URL or the node.`;
}
