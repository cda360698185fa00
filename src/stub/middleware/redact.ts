import type { Header } from '../../http/exchange.ts';
import { isObject, type Json } from '../../json/json.ts';

const hidden = '[hidden]';
const secretHeaders = /^(authorization|proxy-authorization|cookie|x-api-key|.*(token|secret).*)$/i;
const secretMembers = /^(client_secret|customer_id|card_id|.*(password|token|secret).*)$/i;

/** Headers without secrets; an authorization keeps its scheme. */
export const redactHeaders = (headers: readonly Header[]): Header[] =>
  headers.map(([name, value]): Header => {
    if (!secretHeaders.test(name)) return [name, value];
    const scheme = /authorization$/i.test(name) ? /^\S+(?= )/.exec(value)?.[0] : undefined;
    return [name, scheme === undefined ? hidden : `${scheme} ${hidden}`];
  });

/** A target without secrets in its query. */
export const redactTarget = (target: string): string =>
  target.replace(/([?&][^=&]*(?:token|secret|password|api_?key)[^=&]*=)[^&]*/gi, `$1${hidden}`);

/** JSON without the values of secret members, and without who pays and with what. */
export function redactJson(value: Json, within = ''): Json {
  if (Array.isArray(value)) return value.map((inner) => redactJson(inner, within));
  if (!isObject(value)) return value;
  const isSecret = (name: string): boolean =>
    secretMembers.test(name) || (within === 'payment_authority' && name !== 'type');
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) && typeof inner === 'string' ? hidden : redactJson(inner, name),
    ]),
  );
}
