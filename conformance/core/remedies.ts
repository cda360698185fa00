import type { OperationId } from '../../src/contract/contract.ts';
import type { OptionRemedy } from '../../src/http/exchange.ts';
import { type NodeTarget, type Target, tokenFor } from './target.ts';

/**
 * What the operator could add to the target file or the command line. What is declared of a node already is asked of
 * another node.
 */
export type Remedy =
  | string
  | OptionRemedy
  | { readonly kind: 'writes' }
  | { readonly kind: 'token'; readonly operation: OperationId; readonly token: string }
  | { readonly kind: 'nodes' }
  | { readonly kind: 'node'; readonly that: string; readonly declare?: string }
  | { readonly kind: 'declaration'; readonly declare: string };

export function remedyWords(remedy: Remedy): string {
  if (typeof remedy === 'string') return remedy;
  switch (remedy.kind) {
    case 'option':
      return [remedy.option, remedy.value].join(' ').trim();
    case 'writes':
      return 'writes: allow';
    case 'token':
      return `token: { ${remedy.operation}: ${remedy.token} }`;
    case 'nodes':
      return 'nodes: [{ hierarchy: …, node: … }]';
    case 'node': {
      const { that, declare } = remedy;
      return `in nodes: { hierarchy: …, node: id of a node ${that}${declare === undefined ? '' : `, ${declare}`} }`;
    }
    case 'declaration':
      return `in a node: ${remedy.declare}`;
  }
}

export const placeOf = (remedy: Remedy): 'the command line' | 'the target file' =>
  isOption(remedy) ? 'the command line' : 'the target file';

export const isOption = (remedy: Remedy | undefined, option?: string): boolean =>
  typeof remedy === 'object' && remedy.kind === 'option' && (option ?? remedy.option) === remedy.option;

export const isDeclaration = (remedy: Remedy | undefined): boolean =>
  typeof remedy === 'object' && remedy.kind === 'declaration';

/** A lower rate; a run replaces the value by the rate that the target accepted. */
export const rateRemedy: Remedy = { kind: 'option', option: '--rate', value: '5/s' };

export const nodesLine: Remedy = { kind: 'nodes' };

/** The line of the target file that names a node of some kind. */
export const nodeLine = (that: string): Remedy => ({ kind: 'node', that });

/** The line of the target file that declares an order. */
export const curatedLine = (target: Target): Remedy =>
  declaring(target, 'curated', curatedIds, 'with products in a fixed order');

export const fullyCuratedLine = (target: Target): Remedy =>
  declaring(target, 'curated', curatedIds, 'with all products in a fixed order');

/** The live products of a node; of a node of that kind if those of another are declared. */
export const liveLine = (target: Target, that: string): Remedy =>
  declaring(target, 'live', '[ids of all products that must be listed]', that);

/** The line of the target file that declares fields of records. */
export const declaredLine: Remedy = {
  kind: 'declaration',
  declare: 'live: [{ id, name, slug, sku } of all products to be listed]',
};

export const hiddenLine = ({ nodes }: Target): Remedy =>
  nodes.some(({ hidden }) => hidden)
    ? { kind: 'node', that: 'with products that must not be listed', declare: 'hidden: [their ids]' }
    : { kind: 'declaration', declare: 'hidden: [ids of products that must not be listed]' };

/** The line of the target file that gives an operation a token. */
export const tokenLine = (operation: OperationId, target: Target): Remedy => ({
  kind: 'token',
  operation,
  token:
    tokenFor(target, operation) === undefined
      ? 'a bearer token your server accepts'
      : 'one your server accepts instead of the one it rejected, unless a proxy in front of it removes the Authorization header',
});

const curatedIds = '[ids of the products with a fixed position, in their order]';

const declaring = ({ nodes }: Target, key: keyof NodeTarget, value: string, that: string): Remedy =>
  nodes.some((node) => node[key])
    ? { kind: 'node', that, declare: `${key}: ${value}` }
    : { kind: 'declaration', declare: `${key}: ${value}` };

/** The line of the target file that declares a rate limit. */
export const rateLimitLine: Remedy = 'key: { reserved_rate_limit: an integer your server accepts }';
