import { type Call, type Exchange, type Header, isLost } from '../http/exchange.ts';
import { isObject, type Json } from '../json/json.ts';
import { hidden, isSecretField, isSecretHeader, paymentField } from './names.ts';
import { type Redactor, secretsNamedIn } from './redactor.ts';

const utf8 = new TextDecoder();

/**
 * In how much of a body secrets are looked for that nobody told us, in bytes: four times what any report shows of it. What a huge
 * body names beyond is never shown under its name, and to decode all of it would take a hundred times its size.
 */
const searched = 1024 * 1024;

/** The secrets that a body names. */
const secretsInBody = (body: Uint8Array): string[] => secretsNamedIn(utf8.decode(body.subarray(0, searched)));

/** The scheme of a credential, which is none. */
const scheme = /^(Bearer|Basic|Digest|Token) +(?=\S)/i;

/** Headers without secrets: by their names, and by what stands in the others. Credentials keep their scheme. */
export const redactedHeaders = (headers: readonly Header[], redactor: Redactor): Header[] =>
  headers.map(([name, value]) => [
    redactor.text(name),
    isSecretHeader(name) ? `${scheme.exec(value)?.[0] ?? ''}${hidden}` : redactor.value(value),
  ]);

/** JSON of somebody else without secrets, and without who pays and with what. */
export function redactedJson(value: Json, redactor: Redactor, name = '', isSecret = false): Json {
  if (Array.isArray(value)) return value.map((inner) => redactedJson(inner, redactor, name, isSecret));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([inner, one]) => {
        const isType = name === paymentField && inner === 'type';
        const isInnerSecret = !isType && (isSecret || isSecretField(inner));
        return [redactor.text(inner), redactedJson(one, redactor, inner, isInnerSecret)];
      }),
    );
  if (isSecret && typeof value !== 'boolean' && value !== null && value !== '') return hidden;
  return typeof value === 'string' ? redactor.value(value) : value;
}

/** Everything in an exchange that is a secret by the name it stands under, in requests of somebody else. */
export const secretsInExchange = (exchange: Exchange): string[] => [
  ...secretsInCall(exchange.call),
  ...secretsInReply(exchange),
];

/** The same of a request. */
export const secretsInCall = ({ headers, target, body }: Call): string[] => [
  ...secretsInHeaders(headers),
  ...secretsNamedIn(target),
  ...(body ? secretsInBody(body) : []),
];

/** The same of a reply alone: what it repeats of a request of ours is ours, and no secret of its server. */
export function secretsInReply({ call, reply }: Exchange): string[] {
  if (isLost(reply)) return [];
  const found = [...secretsInHeaders(reply.headers), ...secretsInBody(reply.body)];
  if (found.length === 0 || !call.body) return found;
  const asked = utf8.decode(call.body);
  return found.filter((value) => !asked.includes(value));
}

function secretsInHeaders(headers: readonly Header[]): string[] {
  return headers.flatMap(([name, value]) => {
    if (!isSecretHeader(name)) return secretsNamedIn(value);
    // What follows the first pair of a Set-Cookie are its attributes.
    const pairs = /^set-cookie$/i.test(name) ? [value.split(';', 1)[0] ?? ''] : value.split(/;\s*/);
    const values = /cookie$/i.test(name)
      ? pairs.map((pair) => pair.replace(/^[^=]*=/, ''))
      : [value.replace(scheme, '')];
    return values.filter((one) => one.length >= 6 && !one.includes(hidden));
  });
}

/** Whether a body may name a secret: a search of its bytes spares most of them the rest. An escape could hide a name. */
export function mayNameSecret({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return ['client_secret', 'payment_authority', 'card_id', 'customer_id', '\\u'].some((text) =>
    bytes.includes(text),
  );
}
