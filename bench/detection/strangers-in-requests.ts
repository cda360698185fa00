import { overlook, overlookInBody, withHeader } from '../../conformance/mutants/edits.ts';
import { amend } from '../../src/contract/build.ts';
import { type HttpRequest, header, type Mutant } from '../../src/http/exchange.ts';
import { at, type Json, withAt, withoutAt } from '../../src/json/json.ts';
import { contract } from '../servers.ts';
import { faulty, type Variant } from './variant.ts';

const wire = faulty('stranger');

const lower = (json: Json, ...path: string[]): Json | undefined => {
  const value = at(json, ...path);
  return typeof value === 'string' ? withAt(json, path, value.toLowerCase()) : undefined;
};

/** Cuts what follows the last brace of a body. */
const cutTail = (request: HttpRequest): HttpRequest => {
  const text = Buffer.from(request.body ?? []).toString('utf8');
  return { ...request, body: Buffer.from(text.slice(0, text.lastIndexOf('}') + 1)) };
};

/** Cuts a UUID out of longer text. */
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Lets everybody in once somebody was let in. */
const onceIn: Mutant = (next) => {
  let known: string | undefined;
  return async (request) => {
    const sent = header(request.headers, 'authorization');
    const lent =
      sent === undefined && known !== undefined ? withHeader(request, 'authorization', known) : request;
    const response = await next(lent);
    if ('status' in response && response.status === 201 && sent !== undefined) known = sent;
    return response;
  };
};

/** Faults in what a server takes and rejects. */
export const strangersInRequests: readonly Variant[] = [
  wire(
    'field bounds',
    'must',
    'the bound of external_ref is forgotten once there is a payment authority',
    overlookInBody('subscription', (json) => {
      const reference = at(json, 'data', 'external_ref');
      if (at(json, 'data', 'payment_authority') === undefined || typeof reference !== 'string')
        return undefined;
      return withAt(json, ['data', 'external_ref'], reference.slice(0, 2048));
    }),
  ),
  {
    kind: 'stranger',
    area: 'field bounds',
    level: 'must',
    name: 'the form of an e-mail address is checked, but not its greatest length',
    options: {
      contract: amend(contract, { constraint: 'subscription/payment_authority.email/maxLength' }),
    },
  },
  wire(
    'required members',
    'must',
    'a body whose media type names a charset is not validated for its currency',
    overlook('subscription', (request) => {
      if (!header(request.headers, 'content-type')?.includes('charset')) return request;
      return { ...request, body: withCurrency(request) };
    }),
  ),
  wire(
    'required members',
    'must',
    'text behind the JSON of a key is overlooked',
    overlook('application-key', cutTail),
  ),
  wire(
    'allowed values',
    'must',
    'the type of a key is compared without regard to case',
    overlookInBody('application-key', (json) => lower(json, 'data', 'type')),
  ),
  wire(
    'allowed values',
    'must',
    'gateways are compared without regard to case',
    overlookInBody('subscription', (json) => lower(json, 'data', 'payment_authority', 'type')),
  ),
  wire(
    'allowed values',
    'should',
    'an id with something behind it passes for a UUID',
    overlookInBody('subscription', (json) => {
      const [id] = uuid.exec(String(at(json, 'data', 'account_id'))) ?? [];
      return id === undefined ? undefined : withAt(json, ['data', 'account_id'], id);
    }),
  ),
  wire('authorization', 'must', 'once one key was issued, nobody is asked for authorization', onceIn),
  wire(
    'authorization',
    'must',
    'a key without a rate limit needs no authorization',
    overlook('application-key', (request) =>
      header(request.headers, 'authorization') === undefined &&
      !textOf(request).includes('reserved_rate_limit')
        ? withHeader(request, 'authorization', 'Bearer nobody')
        : request,
    ),
  ),
  wire(
    'required members',
    'must',
    'a payment authority without an e-mail address is dropped in silence',
    overlookInBody('subscription', (json) =>
      at(json, 'data', 'payment_authority', 'type') !== undefined &&
      at(json, 'data', 'payment_authority', 'email') === undefined
        ? withoutAt(json, ['data', 'payment_authority'])
        : undefined,
    ),
  ),
];

const textOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString('utf8');

function withCurrency(request: HttpRequest): Uint8Array {
  const text = textOf(request);
  return Buffer.from(
    text.includes('"currency"') ? text : text.replace(/"data"\s*:\s*\{/, '"data":{"currency":"USD",'),
  );
}
