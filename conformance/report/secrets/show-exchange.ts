import { type Exchange, isLost } from '../../../src/http/exchange.ts';
import { redactedHeaders } from '../../../src/secrets/exchange-secrets.ts';
import type { Redactor } from '../../../src/secrets/redactor.ts';
import { keptOfBody } from '../../transport/kept.ts';
import type { TimedExchange } from '../../transport/recorder.ts';
import type { ShownExchange } from '../report.ts';

const utf8 = new TextDecoder();

/** A body as text; of a long one its beginning, up to a whole character, and how long it is. */
function textOf(body: Uint8Array, size = body.byteLength): string {
  if (size <= keptOfBody) return utf8.decode(body);
  const beginning = utf8.decode(body.subarray(0, keptOfBody)).replace(/\ufffd$/, '');
  return `${beginning}… (${size} bytes)`;
}

/**
 * An exchange as text, without its secrets. In a request of ours nothing is a secret by its name: what it holds is known, or made
 * up. `bodySize` is that of the whole body, where only its beginning is there.
 */
export function show(
  { call, reply, bodySize }: Exchange & Pick<TimedExchange, 'bodySize'>,
  redactor: Redactor,
  isForeign = false,
): ShownExchange {
  const { body, method } = call;
  const asked = isForeign ? redactor.foreign : redactor.text;
  return {
    request: {
      method,
      target: asked(call.target),
      headers: redactedHeaders(call.headers, redactor),
      ...(body ? { body: redactor.body(textOf(body), isForeign) } : {}),
    },
    reply: isLost(reply)
      ? { ...reply, detail: redactor.foreign(reply.detail) }
      : {
          status: reply.status,
          headers: redactedHeaders(reply.headers, redactor),
          body: redactor.body(textOf(reply.body, bodySize), true),
          ms: Math.round(reply.ms * 10) / 10,
        },
  };
}
