import { createHash } from 'node:crypto';
import type { OperationId } from '../../src/contract/contract.ts';
import { filledPath, operationIn } from '../../src/contract/operations.ts';
import type { Header, HttpRequest } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import { onceForText } from '../../src/once.ts';
import type { Context } from './context.ts';
import { type Target, tokenFor } from './target.ts';

export type WritingOperation = OperationId;

export type Needed = Pick<Context, 'contract' | 'target'>;

/** Any JSON is accepted; rules judge the type. */
const accept: Header = ['accept', 'application/json, application/*+json;q=0.9, */*;q=0.1'];

export function commonHeaders({ headers, ...target }: Target, operation: OperationId): Header[] {
  const token = tokenFor(target, operation);
  return [
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
    ...(headers.some(([name]) => name.toLowerCase() === 'accept') ? [] : [accept]),
    ...headers,
  ];
}

export const creationRequest = (
  look: Needed & Pick<Context, 'nonce'>,
  operation: WritingOperation,
  body: Json,
): HttpRequest => textRequest(look, operation, withNonce(body, look.nonce));

export function textRequest(
  { contract, target }: Needed,
  operation: WritingOperation,
  text: string,
  headers: readonly Header[] = commonHeaders(target, operation),
): HttpRequest {
  return {
    method: operationIn(contract, operation).method,
    target: operationIn(contract, operation).path,
    headers: [...headers, ['content-type', 'application/json']],
    body: Buffer.from(text),
  };
}

export const readingRequest = (
  { contract, target }: Needed,
  operation: OperationId,
  id: string,
): HttpRequest => ({
  method: operationIn(contract, operation).method,
  target: filledPath(operationIn(contract, operation).path, [encodeURIComponent(id)]),
  headers: commonHeaders(target, operation),
});

/** Identifies a read, whatever the spelling and order of its parameters, and whether or not a cache may answer. */
export function askedBy({ method, target, headers }: HttpRequest): string {
  const relevant = headers.filter(([name]) => name.toLowerCase() !== 'cache-control');
  return JSON.stringify([method, wantedBy(target), relevant]);
}

/** Identifies a target, whatever the spelling and order of its parameters. */
export const wantedBy = onceForText((target) => {
  const [path = '', query = ''] = target.split('?');
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  return `${path}?${parameters.map(nameDecoded).toSorted().join('&')}`;
});

/** Decodes the name of a parameter only: the value may mean something else in another spelling. */
export const nameDecoded = onceForText((parameter) =>
  parameter.replace(/^[^=]*/, (name) => [...new URLSearchParams(name).keys()].join()),
);

/** The placeholder for the nonce in a body; as long as the nonce, so that lengths can be counted before. */
export const nonce = '{nonce-16-chars}';

/**
 * Fills in the nonce. Each body of a run has its own, so that no two requests are equal, and each run has others.
 * `purpose` distinguishes bodies that are sent several times.
 */
export function withNonce(body: Json, run: string, purpose = ''): string {
  const text = JSON.stringify(body);
  const own = createHash('sha256').update(`${purpose}${text}`).digest('hex').slice(0, 8);
  return text.replaceAll(nonce, `${run.slice(0, 8).padEnd(8, '0')}${own}`);
}

/** A text of a length, which contains the nonce if it is long enough. */
export const textOf = (length: number): string =>
  length < nonce.length ? 'a'.repeat(length) : `${nonce}${'a'.repeat(length - nonce.length)}`;
