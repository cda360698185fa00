import { bodyText } from '../../src/http/body-text.ts';
import { type Exchange, header, isLost } from '../../src/http/exchange.ts';
import { isObject, type Json } from '../../src/json/json.ts';

/** How much of what a server says in a rejection is repeated, in characters. */
const longest = 160;
/** How much of it is repeated where several are in a list. */
const longestOfSeveral = 80;

/** What a server said in a rejection, shortened to a line, as the end of a sentence; nothing where it said nothing. */
export function serverMessage(exchange: Exchange): string {
  const text = textOf(exchange);
  if (text === '') return '';
  return isHtml(text) ? ` (a page of HTML${by(exchange)}${fromInFront})` : ` ("${shortened(text, longest)}")`;
}

/** The first words that a response has for people: of JSON its message, of HTML its text; empty where it has none. */
export function shortServerMessage(exchange: Exchange): string {
  const text = textOf(exchange);
  const words = isHtml(text)
    ? withShortGaps(text.replaceAll(/<(style|script|title)[\s\S]*?<\/\1>|<[^>]*>/gi, ' '))
    : (messageIn(parsed(text)) ?? text.replace(/^[{}[\] ]*$/, ''));
  return shortened(words, longestOfSeveral);
}

function textOf({ reply }: Exchange): string {
  if (isLost(reply)) return '';
  return withShortGaps(bodyText(reply.body.subarray(0, 16 * longest)));
}

/**
 * A line break stays one until secrets are redacted, since base64 may be broken into lines, and so does any other control
 * character; whoever prints the words escapes them.
 */
const withShortGaps = (text: string): string =>
  text.replaceAll(/\s+/g, (gap) => (/[\r\n]/.test(gap) ? '\n' : ' ')).trim();

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

const fromInFront =
  ': something in front of the server, such as a firewall, may have rejected the request; if so, let it through there';

/** Whether a rejection is a page of HTML, which gateways return more often than APIs. */
export const isPage = (exchange: Exchange): boolean => isHtml(textOf(exchange));

const isHtml = (text: string): boolean => /^<(!doctype|html|head|\?xml)/i.test(text);

/** Whoever says that it answers, as the end of a phrase. */
const by = ({ reply }: Exchange): string => {
  const server = isLost(reply) ? undefined : header(reply.headers, 'server');
  return server === undefined ? '' : ` by ${server.slice(0, 40)}`;
};
