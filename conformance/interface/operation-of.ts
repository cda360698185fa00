import type { OperationId } from '../../src/contract/contract.ts';
import type { Call } from '../../src/http/exchange.ts';

/** How the path of each operation ends, whatever prefix the server stands under. */
const endings: Readonly<Record<OperationId, RegExp>> = {
  'application-key': /\/v2\/application-keys$/,
  subscription: /\/subscriptions\/subscriptions$/,
  'node-products': /\/pcm\/hierarchies\/([^/]+)\/nodes\/([^/]+)\/products$/,
};

/** The path of a call, as it was sent: what another spelling of it means is for the server to say (READINGS P1). */
const pathOf = ({ target }: Pick<Call, 'target'>): string => target.split('?', 1)[0] ?? '';

/** The operation a call is meant for, told from its path; undefined where it is none of them. */
export function operationOf(call: Pick<Call, 'target'>): OperationId | undefined {
  const path = pathOf(call);
  if (endings['node-products'].test(path)) return 'node-products';
  if (endings['application-key'].test(path)) return 'application-key';
  return endings.subscription.test(path) ? 'subscription' : undefined;
}

/** The hierarchy and the node that the path of a listing call names. */
export function nodeInPath(call: Pick<Call, 'target'>): { hierarchy: string; node: string } | undefined {
  const [, hierarchy, node] = endings['node-products'].exec(pathOf(call)) ?? [];
  return hierarchy === undefined || node === undefined ? undefined : { hierarchy, node };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the path of a listing call names a hierarchy and a node by UUIDs, as the contract has them. */
export function namesUuids(call: Pick<Call, 'target'>): boolean {
  const { hierarchy = '', node = '' } = nodeInPath(call) ?? {};
  return uuid.test(hierarchy) && uuid.test(node);
}

/** What stands in front of the path of the operation that an address is meant for; undefined where it is none of them. */
export function baseOf(address: string): string | undefined {
  const operation = operationOf({ target: address });
  return operation && address.split('?', 1)[0]?.replace(endings[operation], '');
}
