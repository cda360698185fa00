import type { OperationId } from '../../src/contract/contract.ts';
import { filledPath, type OperationOfKind } from '../../src/contract/operations.ts';
import type { Call, Header } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import { onceForText } from '../../src/once.ts';
import type { Context } from './context.ts';
import { withNonce } from './nonce.ts';
import type { Target } from './target.ts';

/** The operations that create something. */
export type WritingOperation = OperationOfKind<'create'>;

/** What a call is made of. */
export type Needed = Pick<Context, 'contract' | 'target'>;

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

/** The call that posts a body to an operation that creates something. */
export const creationCall = (
  look: Needed & Pick<Context, 'nonce'>,
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

/** The call that reads what has an id, with an operation whose path has no other parameter. */
export const readingCall = ({ contract, target }: Needed, operation: OperationId, id: string): Call => ({
  method: contract.operations[operation].method,
  target: filledPath(contract.operations[operation].path, [encodeURIComponent(id)]),
  headers: commonHeaders(target, operation),
});

/** What a read asks for, however its parameters are spelled and ordered, and whether or not a cache may answer. */
export function askedBy({ method, target, headers }: Call): string {
  const told = headers.filter(([name]) => name.toLowerCase() !== 'cache-control');
  return JSON.stringify([method, wantedBy(target), told]);
}

/** What a target asks for, however its parameters are spelled and ordered: its path, a question mark, and they. */
export const wantedBy = onceForText((target) => {
  const [path = '', query = ''] = target.split('?');
  // An empty parameter asks for nothing.
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  return `${path}?${parameters.map(nameDecoded).toSorted().join('&')}`;
});

/** A parameter with its name decoded; its value may mean something else in another spelling. */
export const nameDecoded = onceForText((parameter) =>
  parameter.replace(/^[^=]*/, (name) => [...new URLSearchParams(name).keys()].join()),
);
