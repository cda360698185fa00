import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import { type HttpRequest, withoutHeader } from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import { at, type Json } from '../../src/json/json.ts';
import { onceForText } from '../../src/once.ts';
import type { ContractAndTarget } from './context.ts';
import { letIn } from './let-in.ts';

export function textRequest(
  { contract, target }: ContractAndTarget,
  operation: OperationId,
  text: string,
  address = operationIn(contract, operation).path,
): HttpRequest {
  const { method, requestType = 'application/json' } = operationIn(contract, operation);
  const asked = { method, target: address, body: Buffer.from(text) };
  const request = letIn({ contract, target }, operation, asked);
  return { ...request, headers: [...request.headers, ['content-type', requestType]] };
}

/** A request without a body: to read or delete the record at a path. */
export const requestAt = (
  { contract, target }: ContractAndTarget,
  operation: OperationId,
  path: string,
): HttpRequest =>
  letIn({ contract, target }, operation, { method: operationIn(contract, operation).method, target: path });

/** Identifies a read, whatever the spelling and order of its parameters, and whether or not a cache may respond. */
export function askedBy({ method, target, headers }: HttpRequest): string {
  return JSON.stringify([method, wantedBy(target), withoutHeader(headers, 'cache-control')]);
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

/** An id that no record has, of the form that a schema asks for. */
export const unknownId = (schema: unknown): string =>
  ['integer', 'number'].includes(String(at(schema, 'type')))
    ? '2147480017'
    : 'a55a4000-0000-4000-8000-0000000000d1';

/** The JSON value in the body of a request; undefined if there is none. */
export const jsonOfRequest = ({ body }: HttpRequest): Json | undefined => jsonOf(body);
