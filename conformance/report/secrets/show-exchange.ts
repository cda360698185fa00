import { type Exchange, type Header, isLost } from '../../../src/http/exchange.ts';
import { conceal } from '../../../src/http/secrets.ts';
import { keptOfBody } from '../../transport/kept.ts';
import type { TimedExchange } from '../../transport/recorder.ts';
import type { ShownExchange } from '../report.ts';

/** Headers whose value is never shown. */
const privateHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

const utf8 = new TextDecoder();

/** A body as text; of a long one its beginning, up to a whole character, and how long it is. */
function textOf(body: Uint8Array, size = body.byteLength): string {
  if (size <= keptOfBody) return utf8.decode(body);
  const beginning = utf8.decode(body.subarray(0, keptOfBody)).replace(/\ufffd$/, '');
  return `${beginning}… (${size} bytes)`;
}

/** An exchange as text, without its secrets; `bodySize` is that of the whole body, where only its beginning is there. */
export function show(
  { call, reply, bodySize }: Exchange & Pick<TimedExchange, 'bodySize'>,
  secrets: readonly string[],
): ShownExchange {
  const { body, ...request } = call;
  return conceal<ShownExchange>(
    {
      request: {
        ...request,
        headers: shownHeaders(call.headers),
        ...(body ? { body: textOf(body) } : {}),
      },
      reply: isLost(reply)
        ? reply
        : {
            status: reply.status,
            headers: shownHeaders(reply.headers),
            body: textOf(reply.body, bodySize),
            ms: Math.round(reply.ms * 10) / 10,
          },
    },
    secrets,
  );
}

const shownHeaders = (headers: readonly Header[]): Header[] =>
  headers.map(([name, value]) => [
    name,
    privateHeaders.includes(name.toLowerCase())
      ? value.replace(/^(Bearer |Basic )?.*$/s, '$1[hidden]')
      : value,
  ]);
