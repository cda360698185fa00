import type { OperationId } from '../../src/contract/contract.ts';
import type { NodeTarget, Target } from './target.ts';

/*
 * Lines of the target file that would help. None of them is there already: where the operator has said of a node
 * what is asked for, it takes another node.
 */

/** A node. */
export const nodesLine = 'nodes: [{ hierarchy: …, node: … }]';

/** A node of a certain kind, and what is to be said of it. */
export const nodeLine = (kind: string, said = ''): string =>
  `in nodes: { hierarchy: …, node: id of a node ${kind}${said && `, ${said}`} }`;

/** How a line begins that belongs to a node of the target file. */
const inNode = 'in a node:';

/** Whether a line only adds what the operator knows of a node that is in the target file. */
export const isDeclaration = (remedy: string): boolean => remedy.startsWith(inNode);

/** The curated order of a node. */
export const curatedLine = (target: Target): string =>
  sayOf(target, 'curated', curatedIds, 'with products in a fixed order');

/** The curated order of a node that holds nothing else. */
export const fullyCuratedLine = (target: Target): string =>
  sayOf(target, 'curated', curatedIds, 'with all products in a fixed order');

/** The live products of a node; it names a node of that kind where those of another are known. */
export const liveLine = (target: Target, kind: string): string =>
  sayOf(target, 'live', '[ids of all products that must be listed]', kind);

/** What some live products of a node show. */
export const declaredLine = `${inNode} live: [{ id, name, slug, sku } of all products to be listed]`;

/** Products that are attached to a node and not live. */
export const hiddenLine = (target: Target): string =>
  target.nodes.some(({ hidden }) => hidden)
    ? nodeLine('with products that must not be listed', 'hidden: [their ids]')
    : `${inNode} hidden: [ids of products that must not be listed]`;

/** A token for an operation. */
export const tokenLine = (operation: OperationId, { tokens }: Target): string => {
  const isRejected = tokens[operation] !== undefined;
  const whose = isRejected
    ? 'one your server accepts instead of the one it rejected, unless a proxy in front of it removes the Authorization header'
    : 'a bearer token your server accepts';
  return `token: { ${operation}: ${whose} }`;
};

const curatedIds = '[ids of the products with a fixed position, in their order]';

const sayOf = ({ nodes }: Target, key: keyof NodeTarget, value: string, kind: string): string =>
  nodes.some((node) => node[key]) ? nodeLine(kind, `${key}: ${value}`) : `${inNode} ${key}: ${value}`;

/** The rate limit of a key. */
export const rateLimitLine = 'key: { reserved_rate_limit: an integer your server accepts }';
