import type { OperationId } from '../../src/contract/contract.ts';
import { descriptorOf, isOfKind, operationIds } from '../../src/contract/operations.ts';
import type { Call } from '../../src/http/exchange.ts';

/** How the path of each operation ends, whatever prefix the server is under. */
const endings = operationIds.map((id) => {
  const { method, path } = descriptorOf(id);
  return {
    id,
    method,
    ending: new RegExp(
      `${path
        .split(/\{[^}]+\}/)
        .map(literal)
        .join('([^/]+)')}$`,
    ),
  };
});

/** A text as it is, in a regular expression. */
function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** The path of a call, as it was sent: what another spelling of it means is for the server to say (READINGS P1). */
const pathOf = ({ target }: Pick<Call, 'target'>): string => target.split('?', 1)[0] ?? '';

/**
 * The operation a call is meant for, told from its path, and from its method where several share the path; undefined
 * where it is none of them.
 */
export const operationOf = (call: Addressed): OperationId | undefined => endingOf(call)?.id;

/** The operation a call counts as: where its path is of none, one that lists. */
export function countedAs(call: Addressed): OperationId {
  const found = operationOf(call) ?? operationIds.find((id) => isOfKind(id, 'list'));
  if (found === undefined) throw new Error('no operation of the contract lists something');
  return found;
}

function endingOf(call: Addressed): (typeof endings)[number] | undefined {
  const path = pathOf(call);
  const found = endings.filter(({ ending }) => ending.test(path));
  return found.find(({ method }) => method === call.method) ?? found[0];
}

/** What a call is for. */
type Addressed = Pick<Call, 'target'> & Partial<Pick<Call, 'method'>>;

/** The values in the path of a call, in the order of the template; none where it is of no operation. */
const valuesInPath = (call: Addressed): string[] => endingOf(call)?.ending.exec(pathOf(call))?.slice(1) ?? [];

/** The hierarchy and the node that the path of a listing call names. */
export function nodeInPath(call: Addressed): { hierarchy: string; node: string } | undefined {
  const operation = operationOf(call);
  const [hierarchy, node] = operation && isOfKind(operation, 'list') ? valuesInPath(call) : [];
  return hierarchy === undefined || node === undefined ? undefined : { hierarchy, node };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the path of a listing call names a hierarchy and a node by UUIDs, as the contract has them. */
export function namesUuids(call: Pick<Call, 'target'>): boolean {
  const { hierarchy = '', node = '' } = nodeInPath(call) ?? {};
  return uuid.test(hierarchy) && uuid.test(node);
}

/** What is in front of the path of the operation that an address is meant for; undefined where it is none of them. */
export function baseOf(address: string): string | undefined {
  const found = endingOf({ target: address });
  return found && address.split('?', 1)[0]?.replace(found.ending, '');
}
