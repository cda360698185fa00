import { readBody } from '../json/body.ts';
import { isObject, type Json } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { type Exchange, isLost } from './exchange.ts';

/** Members of a reply whose values are secrets. */
const secretMembers = ['client_secret'];

/** Stands where a secret stood. */
export const hidden = '[hidden]';

/** Shorter values are not treated as secrets: hiding them would garble the text. */
const shortest = 6;

/**
 * Every secret in the replies of a run, at any depth.
 * Values shorter than six characters are not treated as secrets.
 */
export function secretsIn(exchanges: Iterable<Exchange>): string[] {
  const found = new Set<string>();
  for (const { reply } of exchanges) {
    if (isLost(reply) || !mayHoldSecret(reply.body)) continue;
    const body = readBody(reply.body);
    if ('json' in body) collect(body.json, found);
  }
  return [...found];
}

/** Whether a body may hold a secret: a search of its bytes spares most of them the walk. An escape could hide a name. */
export const mayHoldSecret = onceFor(({ buffer, byteOffset, byteLength }: Uint8Array): boolean => {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return [...secretMembers, '\\u'].some((text) => bytes.includes(text));
});

function collect(value: Json, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (secretMembers.includes(name) && typeof inner === 'string' && inner.length >= shortest)
        found.add(inner);
      collect(inner, found);
    }
  }
}

/**
 * A copy of plain data with the secrets in its strings hidden, whether raw, percent-encoded or escaped as in JSON, and
 * also where a text was cut short in the middle of one.
 */
export function conceal<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return concealText(value, secrets) as T;
  if (Array.isArray(value)) return value.map((item) => conceal(item, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, conceal(inner, secrets)]),
  ) as T;
}

function concealText(text: string, secrets: readonly string[]): string {
  const { whole, forms } = matcherOf(secrets);
  return whole
    .reduce<string>((left, some) => left.replaceAll(some, hidden), text)
    .split(cut)
    .map((part, index, parts) => (index < parts.length - 1 ? withoutBeginning(part, forms) : part))
    .join(cut);
}

/** Ends a text that was cut short, perhaps in the middle of a secret. */
const cut = '…';

/** Shorter beginnings of a secret could stand in any text by chance, and tell nothing. */
const shortestBeginning = 3;

/** A text that was cut short, without the beginning of a secret at its end. */
function withoutBeginning(text: string, forms: readonly string[]): string {
  const longest = Math.max(0, ...forms.map((form) => beginningAtEnd(text, form)));
  return longest === 0 ? text : text.slice(0, -longest) + hidden;
}

/** How much of the beginning of a secret stands at the end of a text. */
function beginningAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length, text.length); length >= shortestBeginning; length -= 1) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

/** What finds the secrets of a list in a text. */
type Matcher = { readonly whole: readonly (RegExp | string)[]; readonly forms: readonly string[] };

/** More characters than this are not put into one expression: V8 takes some hundred thousand. */
const longestExpression = 50_000;

/**
 * Matches every form of every secret; where several match at one place, the first in the list wins. There is one for
 * each list, so that a long text is searched few times however many secrets there are.
 */
const matcherOf = onceFor((secrets: readonly string[]): Matcher => {
  const all = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  const forms = [...new Set(all)];
  const whole: (RegExp | string)[] = [];
  let together = '';
  const close = (): void => {
    if (together !== '') whole.push(new RegExp(together, 'g'));
    together = '';
  };
  for (const form of forms) {
    const escaped = form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    if (together.length + escaped.length > longestExpression) close();
    if (escaped.length > longestExpression) whole.push(form);
    else together += `${together === '' ? '' : '|'}${escaped}`;
  }
  close();
  return { whole, forms };
});
