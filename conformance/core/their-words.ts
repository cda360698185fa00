import { type Exchange, header, isLost } from '../../src/http/exchange.ts';
import { isObject, type Json } from '../../src/json/json.ts';

/** How much of what a server says in a rejection is repeated, in characters. */
const longest = 160;
/** How much of it is repeated where several stand in a list. */
const longestOfSeveral = 80;

/** What a server said in a rejection, shortened to a line, as the end of a sentence; nothing where it said nothing. */
export function theirWords(exchange: Exchange): string {
  const text = textOf(exchange);
  if (text === '') return '';
  return isHtml(text) ? ` (a page of HTML${by(exchange)})` : ` ("${shortened(text, longest)}")`;
}

/** The first words that a response has for people: of JSON its message, of HTML its text; empty where it has none. */
export function firstWords(exchange: Exchange): string {
  const text = textOf(exchange);
  const words = isHtml(text)
    ? text
        .replaceAll(/<(style|script|title)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : (messageIn(parsed(text)) ?? text.replace(/^[{}[\] ]*$/, ''));
  return shortened(words, longestOfSeveral);
}

function textOf({ reply }: Exchange): string {
  if (isLost(reply)) return '';
  return Buffer.from(reply.body.subarray(0, 16 * longest))
    .toString('utf8')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Fields in which servers say what is wrong, the most telling first. */
const messageFields = ['detail', 'message', 'error_description', 'title', 'error', 'errors'];

function messageIn(json: Json): string | undefined {
  if (typeof json === 'string') return json;
  if (Array.isArray(json)) return json.map(messageIn).find((one) => one !== undefined);
  if (!isObject(json)) return undefined;
  return messageFields.flatMap((name) => messageIn(json[name] ?? null) ?? [])[0];
}

const isHtml = (text: string): boolean => /^<(!doctype|html|head|\?xml)/i.test(text);

/** Whoever says that it answers, as the end of a phrase. */
const by = ({ reply }: Exchange): string => {
  const server = isLost(reply) ? undefined : header(reply.headers, 'server');
  return server === undefined ? '' : ` by ${server.slice(0, 40)}`;
};

/** What else could help where a page of HTML rejects a request: something in front of the server may have answered. */
export const orLetThrough = (exchange: Exchange): string =>
  isHtml(textOf(exchange))
    ? '; or let the request through what stands in front of the server: a firewall or a proxy may have answered in its place'
    : '';
