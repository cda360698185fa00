import type { OperationId } from '../../src/contract/contract.ts';
import { descriptorOf, isOfKind, operationIds } from '../../src/contract/operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';

/** How the path of each operation ends, whatever the prefix of the server. */
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

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** The path as it was sent: the server decides what other spellings mean (READINGS P1). */
const pathOf = ({ target }: Pick<HttpRequest, 'target'>): string => target.split('?', 1)[0] ?? '';

/** Finds the operation of a request by its path, and by its method if several share the path. */
export const operationOf = (request: Addressed): OperationId | undefined => endingOf(request)?.id;

/** The operation that a request counts as; by default one that lists. */
export function countedAs(request: Addressed): OperationId {
  const found = operationOf(request) ?? operationIds.find((id) => isOfKind(id, 'list'));
  if (found === undefined) throw new Error('no operation of the contract lists something');
  return found;
}

function endingOf(request: Addressed): (typeof endings)[number] | undefined {
  const path = pathOf(request);
  const found = endings.filter(({ ending }) => ending.test(path));
  return found.find(({ method }) => method === request.method) ?? found[0];
}

type Addressed = Pick<HttpRequest, 'target'> & Partial<Pick<HttpRequest, 'method'>>;

const valuesInPath = (request: Addressed): string[] =>
  endingOf(request)?.ending.exec(pathOf(request))?.slice(1) ?? [];

export function nodeInPath(request: Addressed): { hierarchy: string; node: string } | undefined {
  const operation = operationOf(request);
  const [hierarchy, node] = operation && isOfKind(operation, 'list') ? valuesInPath(request) : [];
  return hierarchy === undefined || node === undefined ? undefined : { hierarchy, node };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function namesUuids(request: Pick<HttpRequest, 'target'>): boolean {
  const { hierarchy = '', node = '' } = nodeInPath(request) ?? {};
  return uuid.test(hierarchy) && uuid.test(node);
}

export function baseOf(address: string): string | undefined {
  const found = endingOf({ target: address });
  return found && address.split('?', 1)[0]?.replace(found.ending, '');
}
