import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Call, Header } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import type { Look } from '../core/look.ts';
import { withNonce } from '../core/nonce.ts';
import type { NodeTarget, Target } from '../core/target.ts';

/** The operations that take a body. */
export type WritingOperation = Exclude<OperationId, 'node-products'>;

/** Whether an operation is one of those. */
export const isWriting = (operation: OperationId): operation is WritingOperation =>
  operation !== 'node-products';

/** What to ask of a node's listing; a value goes out as it stands here, percent-encoded. */
export type Query = {
  readonly limit?: number | string;
  readonly offset?: number | string;
  readonly filter?: string;
};

type Needed = Pick<Look, 'contract' | 'target'>;

/** JSON of any kind is welcome; what else a server sends is for the rules to see. */
const accept: Header = ['accept', 'application/json, application/*+json;q=0.9, */*;q=0.1'];

/** The headers that calls of an operation carry: the operator's, and the token. */
export function commonHeaders({ tokens, headers }: Target, operation: OperationId): Header[] {
  const token = tokens[operation];
  return [
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
    ...(headers.some(([name]) => name.toLowerCase() === 'accept') ? [] : [accept]),
    ...headers,
  ];
}

/** The path of the listing of a node. */
export const listingPath = (
  { operations }: Contract,
  { hierarchy, node }: Pick<NodeTarget, 'hierarchy' | 'node'>,
): string => operations['node-products'].path.replace('{hierarchyID}', hierarchy).replace('{nodeID}', node);

/**
 * The call that lists a node. Brackets go out percent-encoded, and a filter as the document shows it: its
 * parentheses and commas raw, all else percent-encoded (READINGS P5).
 */
export function listingCall(
  { contract, target }: Needed,
  node: Pick<NodeTarget, 'hierarchy' | 'node'>,
  query: Query,
): Call {
  const path = listingPath(contract, node);
  const pairs = [
    ...(query.filter === undefined ? [] : [`filter=${encodeFilter(query.filter)}`]),
    ...(query.offset === undefined ? [] : [`page%5Boffset%5D=${encodeURIComponent(query.offset)}`]),
    ...(query.limit === undefined ? [] : [`page%5Blimit%5D=${encodeURIComponent(query.limit)}`]),
  ];
  return {
    method: contract.operations['node-products'].method,
    target: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers: commonHeaders(target, 'node-products'),
  };
}

/** A filter in the form the document shows. `encodeURIComponent` leaves parentheses as they are. */
const encodeFilter = (filter: string): string =>
  encodeURIComponent(filter.toWellFormed()).replaceAll('%2C', ',').replaceAll("'", '%27');

/** The call that posts a body to an operation that creates something. */
export const creationCall = (
  look: Needed & Pick<Look, 'nonce'>,
  operation: WritingOperation,
  body: Json,
): Call => textCall(look, operation, withNonce(body, look.nonce));

/** The call that posts that very text. */
export function textCall(
  { contract, target }: Needed,
  operation: WritingOperation,
  text: string,
  headers: readonly Header[] = commonHeaders(target, operation),
): Call {
  return {
    method: contract.operations[operation].method,
    target: contract.operations[operation].path,
    headers: [...headers, ['content-type', 'application/json']],
    body: Buffer.from(text),
  };
}
