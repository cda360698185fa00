import type { Header, Reply } from '../../http/exchange.ts';
import type { Json } from '../../json/json.ts';

/** A response with a body. */
function replyWith(
  status: number,
  type: string,
  content: string | Uint8Array,
  headers: readonly Header[] = [],
): Reply {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const length = String(body.byteLength);
  return { status, headers: [['content-type', type], ...headers, ['content-length', length]], body, ms: 0 };
}

/** A response with indented JSON. */
export const replyWithJson = (status: number, value: object, headers: readonly Header[] = []): Reply =>
  replyWith(status, 'application/json', `${JSON.stringify(value, null, 2)}\n`, headers);

/** A response with a body of somebody's own: a string as it is, anything else as JSON. */
export const replyWithContent = (status: number, content: Json): Reply =>
  typeof content === 'string'
    ? replyWith(status, 'text/plain; charset=utf-8', content)
    : replyWith(status, 'application/json', JSON.stringify(content));

/** A response without a body. */
export const emptyReply = (status: number, headers: readonly Header[] = []): Reply => ({
  status,
  headers,
  body: new Uint8Array(),
  ms: 0,
});

/** A response with a header added. */
export const withHeader = (reply: Reply, ...header: Header): Reply => ({
  ...reply,
  headers: [...reply.headers, header],
});
