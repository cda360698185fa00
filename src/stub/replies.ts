import type { Header, Reply } from '../wire/exchange.ts';
import type { Json } from '../wire/json.ts';

/** A reply with a body of that type. */
export function replyWith(
  status: number,
  type: string,
  content: string | Uint8Array,
  headers: readonly Header[] = [],
): Reply {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const length = String(body.byteLength);
  return { status, headers: [['content-type', type], ...headers, ['content-length', length]], body, ms: 0 };
}

/** A reply that is JSON, laid out for people to read. */
export const replyWithJson = (status: number, value: Json, headers: readonly Header[] = []): Reply =>
  replyWith(status, 'application/json', `${JSON.stringify(value, null, 2)}\n`, headers);

/** A reply without a body. */
export const emptyReply = (status: number, headers: readonly Header[] = []): Reply => ({
  status,
  headers,
  body: new Uint8Array(),
  ms: 0,
});

/** A reply with one more header. */
export const withHeader = (reply: Reply, ...header: Header): Reply => ({
  ...reply,
  headers: [...reply.headers, header],
});
