import {
  type Call,
  header,
  isLost,
  type Lost,
  type Mutant,
  type Reply,
  type Transport,
} from '../wire/exchange.ts';
import { emptyReply, withHeader } from './replies.ts';
import { whyHeaderNames } from './why.ts';

const exposed = [
  ...Object.values(whyHeaderNames),
  'assay-fault',
  'preference-applied',
  'allow',
  'retry-after',
  'www-authenticate',
].join(', ');

/** Lets pages of any origin call: a stub has nothing to protect. Requests that name no origin see none of it. */
export const allowOrigins: Mutant = (next) => (call) =>
  header(call.headers, 'origin') === undefined ? next(call) : answerOrigin(call, next);

async function answerOrigin(call: Call, next: Transport): Promise<Reply | Lost> {
  const method = header(call.headers, 'access-control-request-method');
  if (call.method === 'OPTIONS' && method !== undefined) {
    return emptyReply(204, [
      ['access-control-allow-origin', '*'],
      ['access-control-allow-methods', method],
      ['access-control-allow-headers', header(call.headers, 'access-control-request-headers') ?? '*'],
      ['access-control-max-age', '600'],
      ['vary', 'access-control-request-method, access-control-request-headers'],
    ]);
  }
  const reply = await next(call);
  if (isLost(reply)) return reply;
  const open = withHeader(reply, 'access-control-allow-origin', '*');
  return withHeader(open, 'access-control-expose-headers', exposed);
}
