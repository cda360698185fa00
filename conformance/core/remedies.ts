import { type Contract, focusOf, type OperationId } from '../../src/contract/contract.ts';
import { fieldsOf } from '../../src/contract/list-filters.ts';
import {
  collectionParameters,
  ofKind,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import type { OptionRemedy } from '../../src/http/exchange.ts';
import { type Collection, type Target, tokenFor } from './target.ts';

/**
 * What the operator could add to the target file, the command line or the contract. What is declared of a collection
 * already is asked of another collection.
 */
export type Remedy =
  | string
  | OptionRemedy
  | { readonly kind: 'writes' }
  | { readonly kind: 'token'; readonly operation: OperationId; readonly token: string }
  | { readonly kind: 'collections'; readonly named: string }
  | { readonly kind: 'collection'; readonly named: string; readonly that: string; readonly declare?: string }
  | { readonly kind: 'declaration'; readonly declare: string }
  | { readonly kind: 'example'; readonly field: string; readonly line: string };

/** What a remedy tells the operator to add, as it is written in the target file or on the command line. */
export function remedyWords(remedy: Remedy): string {
  if (typeof remedy === 'string') return remedy;
  switch (remedy.kind) {
    case 'option':
      return [remedy.option, remedy.value].join(' ').trim();
    case 'writes':
      return 'writes: allow';
    case 'token':
      return `token: { ${remedy.operation}: ${remedy.token} }`;
    case 'collections':
      return `collections: [{ ${remedy.named} }]`;
    case 'collection': {
      // A listing without parameters is the only collection of its contract.
      const words = [remedy.named, remedy.declare].filter(Boolean).join(', ');
      return words === ''
        ? `a server that lists a collection ${remedy.that}`
        : `in collections: { ${words} } of a collection ${remedy.that}`;
    }
    case 'declaration':
      return `in a collection: ${remedy.declare}`;
    case 'example':
      return `an example of ${remedy.field} at ${remedy.line}`;
  }
}

export function placeOfRemedy(remedy: Remedy): 'the command line' | 'the target file' | 'the contract' {
  if (typeof remedy === 'object' && remedy.kind === 'example') return 'the contract';
  return isOption(remedy) ? 'the command line' : 'the target file';
}

export const isOption = (remedy: Remedy | undefined, option?: string): boolean =>
  typeof remedy === 'object' && remedy.kind === 'option' && (option ?? remedy.option) === remedy.option;

export const isDeclaration = (remedy: Remedy | undefined): boolean =>
  typeof remedy === 'object' && remedy.kind === 'declaration';

/** A lower rate; a run replaces the value by the rate that the target accepted. */
export const rateRemedy: Remedy = { kind: 'option', option: '--rate', value: '5/s' };

/** The rate at which a target was seen to accept requests, in requests a second. */
export const remedyOfRate = (rate: number): Remedy => ({
  kind: 'option',
  option: '--rate',
  value: `${roundedDown(rate)}/s`,
});

/** Rounds down to few digits; some limiters let a request through every few seconds. */
const roundedDown = (rate: number): number =>
  rate < 2 ? Math.max(0.1, Math.floor(rate * 10) / 10) : Math.floor(rate);

/** What a listing is asked with: a contract in which it is in focus. */
type Asked = { readonly contract: Contract };

/** How a target file names a collection of a listing, with a place for each value. */
function namedIn(contract: WithOperations, id: OperationId): string {
  const names = collectionParameters(operationIn(contract, id)).map((name) => `${name}: …`);
  return [
    ...(ofKind(contract, 'list').length > 1 ? [`list: ${id}`] : []),
    ...(names.length > 0 ? [`at: { ${names.join(', ')} }`] : []),
  ].join(', ');
}

/** How a command line names a collection of a listing, such as `HIERARCHY_ID/NODE_ID`. */
export const atWords = (contract: WithOperations, id: OperationId): string =>
  (ofKind(contract, 'list').length > 1 ? `${id}=` : '') +
  collectionParameters(operationIn(contract, id))
    .map((name) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase())
    .join('/');

const named = ({ contract }: Asked): string => namedIn(contract, focusOf(contract).id);

/** A collection of a listing; if some of it are known, another one. */
export const collectionsLineFor = (
  contract: WithOperations,
  id: OperationId,
  { collections }: Pick<Target, 'collections'>,
): Remedy =>
  collections.every(({ operation }) => operation !== id)
    ? { kind: 'collections', named: namedIn(contract, id) }
    : { kind: 'collection', named: namedIn(contract, id), that: 'that your server lists' };

export const collectionsLine = (asked: Asked): Remedy => ({ kind: 'collections', named: named(asked) });

/** The line of the target file that names a collection of some kind. */
export const collectionLine = (asked: Asked, that: string): Remedy => ({
  kind: 'collection',
  named: named(asked),
  that,
});

type Declaring = Asked & { readonly target: Target };

/** The line of the target file that declares an order. */
export const orderLine = (asked: Declaring): Remedy =>
  declaring(asked, 'order', idsInOrder(asked), `with ${recordsOf(asked)} in a fixed order`);

export const fullOrderLine = (asked: Declaring): Remedy =>
  declaring(asked, 'order', idsInOrder(asked), `with all ${recordsOf(asked)} in a fixed order`);

/** What a collection holds; of a collection of that kind if that of another is declared. */
export const holdsLine = (asked: Declaring, that: string): Remedy =>
  declaring(asked, 'holds', `[ids of all ${recordsOf(asked)} that must be listed]`, that);

/** The line of the target file that declares fields of records. */
export const declaredLine = ({ contract }: Asked): Remedy => {
  const { list, nouns } = focusOf(contract);
  const names = list ? fieldsOf(list).map(({ attribute }) => attribute) : [];
  return {
    kind: 'declaration',
    declare: `holds: [{ ${[...new Set(['id', ...names])].join(', ')} } of all ${nouns.records} that must be listed]`,
  };
};

export const hiddenLine = (asked: Declaring): Remedy =>
  declaring(
    asked,
    'hidden',
    `[ids of ${recordsOf(asked)} that must not be listed]`,
    `with ${recordsOf(asked)} that must not be listed`,
  );

/** The line of the target file that gives an operation a token. */
export const tokenLine = (operation: OperationId, target: Target): Remedy => ({
  kind: 'token',
  operation,
  token:
    tokenFor(target, operation) === undefined
      ? 'a bearer token, an API key, or user:password your server accepts'
      : 'one your server accepts instead of the one it rejected, unless a proxy in front of it removes the Authorization header',
});

const idsInOrder = (asked: Asked): string =>
  `[ids of the ${recordsOf(asked)} with a fixed position, in their order]`;

const recordsOf = ({ contract }: Asked): string => focusOf(contract).nouns.records;

const declaring = (
  { contract, target: { collections } }: Declaring,
  key: keyof Collection,
  value: string,
  that: string,
): Remedy =>
  collections.some((collection) => collection[key])
    ? { kind: 'collection', named: named({ contract }), that, declare: `${key}: ${value}` }
    : { kind: 'declaration', declare: `${key}: ${value}` };

/** Known-good values of a request. */
export const knownLine = (operation: OperationId, values: string): Remedy =>
  `known: { ${operation}: { ${values} } }`;
