import {
  collectionParameters,
  type Operation,
  type OperationId,
  ofKind,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import { requestFields, requiredFields, triedBeside } from '../../src/contract/record.ts';
import { idsFirst, nounOfId } from '../../src/contract/record-references.ts';
import type { OptionRemedy } from '../../src/http/exchange.ts';
import { at } from '../../src/json/json.ts';
import { isFreeText } from '../../src/json/schema-at.ts';
import { knownGoodOf, type Target, tokenFor } from './target.ts';

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
  | { readonly kind: 'unreached'; readonly operation: OperationId }
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
    case 'unreached':
      return `x-kind: other at ${remedy.operation}, if a check cannot know a record for it; then nothing of it is checked`;
    case 'example':
      return `an example of ${remedy.field} at ${remedy.line}`;
  }
}

export function placeOfRemedy(remedy: Remedy): 'the command line' | 'the target file' | 'the contract' {
  if (typeof remedy === 'object' && ['example', 'unreached'].includes(remedy.kind)) return 'the contract';
  return isOption(remedy) ? 'the command line' : 'the target file';
}

export const isOption = (remedy: Remedy | undefined, option?: string): boolean =>
  typeof remedy === 'object' && remedy.kind === 'option' && (option ?? remedy.option) === remedy.option;

export const isDeclaration = (remedy: Remedy | undefined): boolean =>
  typeof remedy === 'object' && remedy.kind === 'declaration';

/** A lower rate; a run replaces the value by the rate that the target accepted. */
export const rateRemedy: Remedy = { kind: 'option', option: '--rate', value: '5/s' };

/** How a target file names a collection of a listing, with a place for each value. */
export function namedIn(contract: WithOperations, id: OperationId): string {
  const names = collectionParameters(operationIn(contract, id)).map((name) => `${name}: …`);
  return [
    ...(ofKind(contract, 'list').length > 1 ? [`list: ${id}`] : []),
    ...(names.length > 0 ? [`at: { ${names.join(', ')} }`] : []),
  ].join(', ');
}

/** A collection of a listing; if some of it are known, another one. */
export const collectionsLineFor = (
  contract: WithOperations,
  id: OperationId,
  { collections }: Pick<Target, 'collections'>,
): Remedy =>
  collections.every(({ operation }) => operation !== id)
    ? { kind: 'collections', named: namedIn(contract, id) }
    : { kind: 'collection', named: namedIn(contract, id), that: 'that your server lists' };

/** The line of the target file that gives an operation a token. */
export const tokenLine = (operation: OperationId, target: Target): Remedy => ({
  kind: 'token',
  operation,
  token:
    tokenFor(target, operation) === undefined
      ? 'a bearer token, an API key, or user:password your server accepts'
      : 'one your server accepts instead of the one it rejected, unless a proxy in front of it removes the Authorization header',
});

/** Known-good values of a request. */
export const knownLine = (operation: OperationId, values: string): Remedy =>
  `known: { ${operation}: { ${values} } }`;

const wantsToken = (operation: OperationId, status: number, target: Target): boolean =>
  status === 401 || (status === 403 && tokenFor(target, operation) === undefined);

/** What the target file could add for a creation that is rejected: values that are not declared yet; otherwise, others. */
function creationLine(operation: Operation, target: Target, status: number): Remedy | undefined {
  const { id, security, nouns, references } = operation;
  const required = requiredFields(operation);
  // The id of a record that is not there is what a server rejects first.
  const needed = idsFirst(requestFields(operation)).filter(
    ([name, one]) =>
      required.includes(name) &&
      (nounOfId(name) !== undefined || !isFreeText(one)) &&
      at(one, 'const') === undefined &&
      !references.some(({ field }) => field === name),
  );
  if (needed.length === 0)
    return security.length === 0
      ? undefined
      : {
          kind: 'token',
          operation: id,
          token: `the token of an account that may create more ${nouns.records}`,
        };
  const [first] = knownGoodOf(target, id);
  const missing = needed.flatMap(([name]) => (first[name] === undefined ? `${name}: …` : []));
  if (missing.length > 0)
    return status === 409
      ? `known: { ${id}: [{ ${missing.join(', ')} }, { … }, …] } with other values in each map`
      : knownLine(id, missing.join(', '));
  const more = `known: { ${id}: … } with values that your server accepts, or several sets of values if it accepts each only once: [{ … }, { … }]`;
  const beside = triedBeside(operation);
  return beside === undefined || first[beside] !== undefined
    ? more
    : `known: { ${id}: { ${beside}: … } }, or ${more}`;
}

/** The line of the target file that could turn a rejection of valid input into an acceptance. */
export function remedyFor(
  contract: WithOperations,
  id: OperationId,
  status: number,
  target: Target,
): Remedy | undefined {
  const operation = operationIn(contract, id);
  if (operation.kind === 'list' && collectionParameters(operation).length > 0)
    return [401, 403].includes(status) ? tokenLine(id, target) : collectionsLineFor(contract, id, target);
  if (wantsToken(id, status, target)) return tokenLine(id, target);
  return operation.kind === 'create' ? creationLine(operation, target, status) : undefined;
}
