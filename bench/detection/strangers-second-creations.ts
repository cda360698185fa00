import { jsonOfRequest } from '../../conformance/core/requests.ts';
import {
  changeResponse,
  changeStatus,
  overlook,
  overlookInBody,
  rejectWhere,
  withHeader,
} from '../../conformance/mutants/edits.ts';
import { header, isLost, type Mutant } from '../../src/http/exchange.ts';
import { at, isObject, type Json, withAt, withoutAt } from '../../src/json/json.ts';
import { faulty, type Variant } from './variant.ts';

const wire = faulty('stranger-2');

const gateways = ['payments_gateway_a', 'payments_gateway_b'];
const payment = ['data', 'payment_authority'];
const reference = ['data', 'attributes', 'external_ref'];
const timestamps = ['data', 'meta', 'timestamps'];
const rateLimit = ['data', 'reserved_rate_limit'];

/** Changes a text of the payment authority before anything is checked; undefined leaves it as it is. */
const reread = (field: string, read: (text: string) => string | undefined) =>
  overlookInBody('subscription', (json) => {
    const text = at(json, ...payment, field);
    const other = typeof text === 'string' ? read(text) : undefined;
    return other === undefined ? undefined : withAt(json, [...payment, field], other);
  });

/** Fills a plan that is missing with that of the last subscription created: an object that is used again. */
const planOfTheOneBefore: Mutant = (next, contract) => {
  let before: string | undefined;
  return async (request) => {
    const plan = at(jsonOfRequest(request), 'data', 'plan_id');
    const fill = overlookInBody('subscription', (json) =>
      isObject(json) && isObject(json.data) && plan === undefined && before !== undefined
        ? withAt(json, ['data', 'plan_id'], before)
        : undefined,
    );
    const response = await fill(next, contract)(request);
    if (typeof plan === 'string' && !isLost(response) && response.status < 300) before = plan;
    return response;
  };
};

/** `2026-03-14T09:26:53Z` as some would write it: `03/14/2026 09:26:53`. */
const asLocal = (time: Json): Json =>
  String(time).replace(/^(\d+)-(\d+)-(\d+)T(\d+:\d+:\d+).*$/, '$2/$3/$1 $4');

/** The second set's faults in what a server takes, rejects, and says of what it created. */
export const strangersSecondCreations: readonly Variant[] = [
  wire(
    'field bounds',
    'must',
    'customer ids of more than 255 characters are rejected',
    rejectWhere('subscription', (json) => String(at(json, ...payment, 'customer_id')).length > 255),
  ),
  wire(
    'field bounds',
    'must',
    'a card id is trimmed before its characters are counted',
    reread('card_id', (id) => id.trim()),
  ),
  wire(
    'required members',
    'must',
    'a payment authority without a type is not looked at',
    overlookInBody('subscription', (json) => {
      const sent = at(json, ...payment);
      return isObject(sent) && sent.type === undefined ? withoutAt(json, payment) : undefined;
    }),
  ),
  wire(
    'required members',
    'must',
    'a subscription without a plan gets that of the one before',
    planOfTheOneBefore,
  ),
  wire(
    'allowed values',
    'must',
    'gateways are compared by how they begin',
    reread('type', (type) => gateways.find((gateway) => type.startsWith(gateway))),
  ),
  wire(
    'allowed values',
    'should',
    'digits in quotes pass for a rate limit',
    overlookInBody('application-key', (json) => {
      const limit = at(json, ...rateLimit);
      return typeof limit === 'string' && /^\d+$/.test(limit)
        ? withAt(json, rateLimit, Number(limit))
        : undefined;
    }),
  ),
  wire(
    'response shape',
    'must',
    'a key with a rate limit is created with 200',
    changeStatus('application-key', (status, request) =>
      status === 201 && at(jsonOfRequest(request), ...rateLimit) !== undefined ? 200 : status,
    ),
  ),
  wire(
    'response shape',
    'should',
    'the times of a key are written the way of one country',
    changeResponse('application-key', (json) => {
      const times = at(json, ...timestamps);
      if (!isObject(times)) return undefined;
      const local = Object.entries(times).map(([name, time]) => [name, asLocal(time)]);
      return withAt(json, timestamps, Object.fromEntries(local));
    }),
  ),
  wire(
    'response shape',
    'must',
    'external references are cut after 2048 bytes, within a character if need be',
    changeResponse('subscription', (json) => {
      const text = at(json, ...reference);
      return typeof text === 'string'
        ? withAt(json, reference, Buffer.from(text).subarray(0, 2048).toString('utf8'))
        : undefined;
    }),
  ),
  wire(
    'authorization',
    'must',
    'missing authorization is answered with 200 and an error',
    changeStatus('application-key', (status, { headers }) =>
      header(headers, 'authorization') === undefined ? 200 : status,
    ),
  ),
  wire(
    'authorization',
    'should',
    'a token without a scheme before it is let in',
    overlook('application-key', (request) => {
      const sent = header(request.headers, 'authorization') ?? ' ';
      return sent.includes(' ') ? request : withHeader(request, 'authorization', `Bearer ${sent}`);
    }),
  ),
];
