import { type Exchange, type Header, isLost } from '../../src/wire/exchange.ts';
import { conceal } from '../../src/wire/secrets.ts';
import type { ShownExchange } from './report.ts';

/** Headers whose value is nobody's business, whatever it is. */
const privateHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

const utf8 = new TextDecoder();

/** An exchange as text, without its secrets. */
export function show({ call, reply }: Exchange, secrets: readonly string[]): ShownExchange {
  const { body, ...request } = call;
  return conceal<ShownExchange>(
    {
      request: {
        ...request,
        headers: shownHeaders(call.headers),
        ...(body ? { body: utf8.decode(body) } : {}),
      },
      reply: isLost(reply)
        ? reply
        : {
            status: reply.status,
            headers: shownHeaders(reply.headers),
            body: utf8.decode(reply.body),
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
