import type { Contract } from '../contract/contract.ts';
import { bodyText, type Exchange, type Header, type HttpRequest, isLost } from '../http/exchange.ts';
import { isObject, type Json } from '../json/json.ts';
import { keysIn } from './credentials.ts';
import { redactionMark, type SecretNames, secretNamesOf, shortest } from './names.ts';
import { everyNamed, type NamedTest, namedValuesIn, type Redactor, viewsOf } from './redactor.ts';

const searchedBytes = 1024 * 1024;

const scheme = /^(Bearer|Basic|Digest|Token) +(?=\S)/i;

/** Credentials keep their scheme. */
export const redactedHeaders = (headers: readonly Header[], redactor: Redactor): Header[] =>
  headers.map(([name, value]) => [
    redactor.text(name),
    redactor.names.isHeader(name)
      ? `${scheme.exec(value)?.[0] ?? ''}${redactionMark}`
      : redactor.value(value),
  ]);

/** JSON of somebody else without secrets. */
export function redactedJson(value: Json, redactor: Redactor, name = '', isSecret = false): Json {
  if (Array.isArray(value)) return value.map((inner) => redactedJson(inner, redactor, name, isSecret));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([inner, one]) => {
        const { isShownBelow, isField } = redactor.names;
        const isInnerSecret = !isShownBelow(name, inner) && (isSecret || isField(inner));
        return [redactor.text(inner), redactedJson(one, redactor, inner, isInnerSecret)];
      }),
    );
  if (isSecret && typeof value !== 'boolean' && value !== null && value !== '') return redactionMark;
  return typeof value === 'string' ? redactor.value(value) : value;
}

/** What secrets are found by: the names that a contract calls secret, and where it places keys. */
type StatedSecrets = Pick<Contract, 'document' | 'operations'>;

export const secretsInExchange = (contract: StatedSecrets, exchange: Exchange): string[] => [
  ...secretsInRequest(contract, exchange.request),
  ...secretsInResponse(contract, exchange),
];

export function secretsInRequest(contract: StatedSecrets, request: HttpRequest): string[] {
  const { headers, target, body } = request;
  const names = secretNamesOf(contract);
  return [
    ...keysIn(contract, request),
    ...secretsInHeaders(names, headers),
    ...secretsNamedIn(names, target),
    ...(body ? secretsInBody(names, body) : []),
  ];
}

/** The secrets of a response; what repeats the request is not secret. */
export function secretsInResponse(contract: StatedSecrets, exchange: Exchange): string[] {
  const { request, response } = exchange;
  if (isLost(response)) return [];
  const names = secretNamesOf(contract);
  const found = [
    ...secretsInHeaders(names, response.headers),
    ...secretsInBody(names, response.body, secretInResponse(names, exchange)),
  ];
  if (found.length === 0 || !request.body) return found;
  const asked = bodyText(request.body);
  return found.filter((value) => !asked.includes(value));
}

/**
 * Decides which named values of a response are secrets. In a rejection, a sentence, or the value of a field that the
 * contract calls secret, is what the server says about the field, unless the request sent it.
 */
export function secretInResponse(names: SecretNames, { request, response }: Exchange): NamedTest {
  if (isLost(response) || response.status < 400) return everyNamed;
  const asked = request.body ? bodyText(request.body) : '';
  return (name, value) => {
    if (asked.includes(value)) return true;
    return !names.isStated(name) && (names.isCertain(name) || !isSentence(value));
  };
}

const isSentence = (text: string): boolean =>
  text.split(' ').length > 2 && /(^| )\p{L}+ \p{L}+[,.:]?( |$)/u.test(text);

const secretsInBody = (names: SecretNames, body: Uint8Array, isSecret?: NamedTest): string[] =>
  secretsNamedIn(names, bodyText(body.subarray(0, searchedBytes)), isSecret);

function secretsInHeaders(names: SecretNames, headers: readonly Header[]): string[] {
  return headers.flatMap(([name, value]) => {
    if (!names.isHeader(name)) return secretsNamedIn(names, value);
    return secretsInHeader(name, value).filter(
      (one) => one.length >= shortest && !one.includes(redactionMark),
    );
  });
}

/** The values of cookies, a key without its scheme, the user and the password of Basic. */
export function secretsInHeader(name: string, value: string): string[] {
  // The rest of a Set-Cookie are attributes.
  const pairs = /^set-cookie$/i.test(name) ? [value.split(';', 1)[0] ?? ''] : value.split(/;\s*/);
  if (/cookie$/i.test(name))
    return pairs.map((pair) => pair.replace(/^[^=]*=/, '').replace(/^"(.*)"$/, '$1'));
  const [said, key = value] = /^[\w-]{1,20} +(\S.*)$/s.exec(value) ?? [];
  if (said === undefined || !/^basic /i.test(value)) return [key];
  const [user = '', ...password] = Buffer.from(key, 'base64').toString().split(':');
  return [key, user, password.join(':')];
}

/** A search of the bytes spares most bodies the rest. */
export function mayNameSecret(
  contract: StatedSecrets,
  { buffer, byteOffset, byteLength }: Uint8Array,
): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return secretNamesOf(contract).certain.some((name) => bytes.includes(name));
}

/** The values that names call secret and that may be searched elsewhere; ordinary words are left out. */
export function secretsNamedIn(names: SecretNames, text: string, isSecret = everyNamed): string[] {
  const all = viewsOf(text).flatMap((view) =>
    [...namedValuesIn(names, view.text, isSecret)].flatMap(({ name, from, to }) => {
      const value = view.text.slice(from, to);
      const isOrdinary = !names.isCertain(name) && !/\d/.test(value) && value.length < 20;
      return value.length < shortest || value.includes(redactionMark) || isOrdinary ? [] : [value];
    }),
  );
  return [...new Set(all)];
}
