import { Fault } from '../../src/fault.ts';
import { type Call, header, isLost, type Lost, type Reply } from '../../src/wire/exchange.ts';
import { listingCall, wholePage } from '../engine/listing.ts';
import type { Look } from '../engine/probe.ts';
import { commonHeaders } from '../engine/submit.ts';
import type { Wire } from '../engine/wire.ts';

/**
 * One harmless request before anything else: what only the operator can mend ends the run in one sentence.
 * Whatever else comes back is for the rules to judge.
 */
export async function preflight(look: Pick<Look, 'contract' | 'target'>, wire: Wire): Promise<void> {
  const { contract, target } = look;
  const [node] = target.nodes;
  const call: Call = node
    ? listingCall(look, node, { limit: wholePage, offset: 0 })
    : {
        method: 'GET',
        target: contract.operations['application-key'].path,
        headers: commonHeaders(target),
      };
  const reply = await wire.send(call, false);
  const fault = isLost(reply) ? unreachable(reply) : (redirected(reply) ?? (node && refused(reply, look)));
  if (fault) throw new Fault(`${target.baseUrl} ${fault}`);
}

const unreachable = ({ lost, detail }: Lost): string | undefined =>
  lost === 'oversize'
    ? undefined
    : `cannot be checked: ${detail}; is the server running, and is this its address?`;

function redirected({ status, headers }: Reply): string | undefined {
  if (status < 300 || status > 399) return undefined;
  const where = header(headers, 'location');
  return `redirects${where === undefined ? '' : ` to ${where}`} (${status}), and redirects are not followed; name the final address.`;
}

function refused({ status }: Reply, { target }: Pick<Look, 'target'>): string | undefined {
  if (status === 401 || status === 403) {
    return target.token === undefined
      ? `asks for a token (${status}); name one under "token" in the target file.`
      : `does not accept the token (${status}); correct "token" in the target file.`;
  }
  const [node] = target.nodes;
  if (status !== 404 || !node) return undefined;
  return `does not know the node ${node.hierarchy}/${node.node} (404); correct the base URL or the node.`;
}
