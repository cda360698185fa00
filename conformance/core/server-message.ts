import { bodyText, type Exchange, type HttpResponse, header, isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { shortened } from '../../src/words.ts';
import { type Observed, other } from './observation.ts';
import { outcomeVerb } from './status.ts';
import type { Explanation } from './verdict.ts';

const longest = 160;

const longestOfSeveral = 80;

/** The message of a rejection, in one line, as the end of a sentence; empty if there is none. */
export function serverMessage(exchange: Exchange): string {
  const text = messageText(exchange);
  if (text === '') return '';
  if (!isHtml(text)) return ` ("${shortened(text, longest)}")`;
  const words = bodyMessage(exchange, longest);
  return ` (a page of HTML${senderOf(exchange)}${words && `: "${words}"`})`;
}

export function notAccepted(
  what: string,
  exchange: Exchange,
): string | Extract<Explanation, { kind: 'not accepted' }> {
  const { request, response } = exchange;
  if (isLost(response)) return `${what} ${outcomeVerb(exchange)}`;
  const words = bodyMessage(exchange, longest);
  const path = request.target.replace(/\?.*$/s, '');
  const returned = `${request.method} ${path} returned ${response.status}${words && ` "${words}"`}`;
  return { kind: 'not accepted', what, returned };
}

export const shortServerMessage = (exchange: Exchange): string => bodyMessage(exchange, longestOfSeveral);

function bodyMessage(exchange: Exchange, most: number): string {
  const text = messageText(exchange);
  const words = isHtml(text)
    ? withShortGaps(text.replaceAll(/<(style|script|title)[\s\S]*?<\/\1>|<[^>]*>/gi, ' '))
    : (messageIn(parsed(text)) ?? text.replace(/^[{}[\] ]*$/, ''));
  return shortened(words, most);
}

function messageText({ response }: Exchange): string {
  if (isLost(response)) return '';
  return withShortGaps(bodyText(response.body.subarray(0, 16 * longest)));
}

const withShortGaps = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

const messageFields = ['detail', 'message', 'error_description', 'title', 'error', 'errors'];

function messageIn(json: Json): string | undefined {
  if (typeof json === 'string') return json;
  if (Array.isArray(json)) return json.map(messageIn).find((one) => one !== undefined);
  if (!isObject(json)) return undefined;
  return messageFields.flatMap((name) => messageIn(json[name] ?? null) ?? [])[0];
}

export const isPage = (exchange: Exchange): boolean => isHtml(messageText(exchange));

const isHtml = (text: string): boolean => /^<(!doctype|html|head|\?xml)/i.test(text);

const senderOf = ({ response }: Exchange): string => {
  const server = isLost(response) ? undefined : header(response.headers, 'server');
  return server === undefined ? '' : ` by ${server.slice(0, 40)}`;
};

/** The form of the body of a rejection; for other forms, the type and the names of the fields. */
export function bodyForm({ headers, body }: HttpResponse): Observed<'error-body'> {
  if (body.byteLength === 0) return 'empty';
  const type = header(headers, 'content-type')?.split(';')[0]?.trim() ?? 'no type';
  const read = readBody(body);
  if (!('json' in read)) return type === 'text/plain' ? 'text' : other(`${type}, not JSON`);
  if (!isObject(read.json)) return other(`${type}, not an object`);
  if (type === 'application/problem+json') return 'problem';
  const names = Object.keys(read.json);
  return names.includes('errors') && /^application\/(.+\+)?json$/i.test(type)
    ? 'errors'
    : other(`${type} with ${names.join(', ') || 'no field'}`);
}
