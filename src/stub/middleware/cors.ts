import {
  type Call,
  header,
  isLost,
  type Lost,
  type Middleware,
  type Reply,
  type Transport,
} from '../../http/exchange.ts';
import { reasonHeaderNames } from '../replies/reason.ts';
import { emptyReply, withHeader } from '../replies/reply.ts';

const exposed = [
  ...Object.values(reasonHeaderNames),
  'assay-fault',
  'preference-applied',
  'allow',
  'retry-after',
  'www-authenticate',
].join(', ');

/** Allows pages of any origin, since a stub has nothing to protect. Requests without an origin are left unchanged. */
export const allowOrigins: Middleware = (next) => (call) =>
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
