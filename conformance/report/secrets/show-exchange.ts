import { bodyText } from '../../../src/http/body-text.ts';
import { type Exchange, isLost } from '../../../src/http/exchange.ts';
import { redactedHeaders, secretInReply } from '../../../src/secrets/exchange-secrets.ts';
import { redactionMark } from '../../../src/secrets/names.ts';
import { everyNamed, type NamedTest, type Redactor } from '../../../src/secrets/redactor.ts';
import { keptOfBody } from '../../transport/kept.ts';
import type { TimedExchange } from '../../transport/recorder.ts';
import type { ShownExchange } from '../report.ts';

/** A body as text; of a long one its beginning, up to a whole character, and how long it is. */
function textOf(body: Uint8Array, size = body.byteLength): string {
  if (size <= keptOfBody) return bodyText(body);
  const beginning = bodyText(body.subarray(0, keptOfBody)).replace(/\ufffd$/, '');
  return `${beginning}… (${size} bytes)`;
}

/** Stands instead of a body for which there was no time; to whoever reads it as JSON, it is a value that is not known. */
export const unshownBody = `"${redactionMark}: the run had to end before this body was redacted"`;

/** Who sent an exchange, and from when on there is no more time for bodies, on the clock of `performance.now()`. */
type Manner = { readonly isForeign?: boolean; readonly reportBy?: number | undefined };

/**
 * An exchange as text, without its secrets. In a request of ours nothing is a secret by its name: what it holds is known, or made
 * up. `bodySize` is that of the whole body, where only its beginning is there.
 */
export function show(
  exchange: Exchange & Pick<TimedExchange, 'bodySize'>,
  redactor: Redactor,
  { isForeign = false, reportBy = Number.POSITIVE_INFINITY }: Manner = {},
): ShownExchange {
  const { call, reply, bodySize } = exchange;
  const { body, method } = call;
  const shown = (bytes: Uint8Array, isSecret?: NamedTest, size?: number): string =>
    performance.now() > reportBy ? unshownBody : redactor.body(textOf(bytes, size), isSecret);
  const asked = isForeign ? redactor.foreign : redactor.text;
  return {
    request: {
      method,
      target: asked(call.target),
      headers: redactedHeaders(call.headers, redactor),
      ...(body ? { body: shown(body, isForeign ? everyNamed : undefined) } : {}),
    },
    reply: isLost(reply)
      ? { ...reply, detail: redactor.foreign(reply.detail) }
      : {
          status: reply.status,
          headers: redactedHeaders(reply.headers, redactor),
          body: shown(reply.body, secretInReply(exchange), bodySize),
          ms: Math.round(reply.ms * 10) / 10,
        },
  };
}
