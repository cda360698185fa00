import { createHash } from 'node:crypto';
import { type Call, type Exchange, type Header, isLost, type Reply } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject, type Json } from '../../src/json/json.ts';

/** An address below a prefix of all paths. */
export const below = (target: string, prefix: string): string =>
  target.startsWith(prefix) ? target.slice(prefix.length) : target;

/** A request without what differs from run to run: numbers, times and ids in a body. */
export function requestForm({ call: { method, target, body } }: Exchange, prefix: string): string {
  const read = body && body.byteLength > 0 ? readBody(body) : undefined;
  const form =
    read && 'json' in read
      ? JSON.stringify(mapped(read.json, (one) => (typeof one === 'string' ? '' : 0)))
      : '';
  return `${method} ${below(target, prefix)} ${form}`;
}

/** A response likewise: of a listing what it contains, of a creation in which form. */
export function answerForm({ call, reply }: Exchange): string {
  if (isLost(reply)) return `lost: ${reply.lost}`;
  const content = JSON.stringify(contentForm(call, reply));
  return `${reply.status} ${String(lastingHeaders(reply))} ${createHash('sha1').update(content).digest('base64')}`;
}

/** The headers of a response that are the same in each run. */
export const lastingHeaders = ({ headers }: Reply): Header[] =>
  headers.filter(([name]) => !/^(content-length|date|x-request-id)$/i.test(name));

/** The body of a response without what differs from run to run: JSON, or a text. */
export function contentForm({ method, body }: Call, reply: Reply): Json {
  const read = readBody(reply.body);
  if (!('json' in read)) return Buffer.from(reply.body).toString().replaceAll(origin, '');
  if (method === 'GET')
    return mapped(read.json, (one) => (typeof one === 'string' ? one.replaceAll(origin, '') : one));
  const ofText = wordsIn(body);
  return mapped(read.json, (one) => (typeof one === 'string' ? ofText(one) : 0));
}

const origin = /https?:\/\/[^/"]*/g;

/** Replaces a text of a response: one that was sent, by a mark that says so; any other, by its form. */
function wordsIn(body: Uint8Array | undefined): (text: string) => string {
  const sent = new Set<string>();
  const collect = (value: Json): void => {
    if (typeof value === 'string') sent.add(value);
    else if (Array.isArray(value)) for (const one of value) collect(one);
    else if (isObject(value)) for (const one of Object.values(value)) collect(one);
  };
  const read = body ? readBody(body) : undefined;
  if (read && 'json' in read) collect(read.json);
  return (text) => (sent.has(text) ? 'as sent' : stringForm(text));
}

const stringForm = (text: string): string =>
  text
    .replaceAll(origin, '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/g, 'ID')
    .replaceAll(/[0-9a-f]{16,}/g, 'hex')
    .replaceAll(/\d/g, '0');

/** A copy of JSON with its texts and numbers replaced. */
function mapped(value: Json, ofEach: (value: string | number) => Json): Json {
  if (typeof value === 'string' || typeof value === 'number') return ofEach(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, ofEach));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, ofEach)]));
}
