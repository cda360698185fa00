import { readBody } from './body.ts';
import { type Exchange, isLost } from './exchange.ts';
import { isObject, type Json } from './json.ts';

/** Members of a reply whose value is a secret. */
const secretMembers = ['client_secret'];

/** Shorter values are no secrets, and hiding them would hide half the text. */
const shortest = 6;

/**
 * Every secret that the replies of a run brought, at whatever depth.
 * Values below six characters are no secrets.
 */
export function secretsIn(exchanges: Iterable<Exchange>): string[] {
  const found = new Set<string>();
  for (const { reply } of exchanges) {
    const body = isLost(reply) ? undefined : readBody(reply.body);
    if (body && 'json' in body) collect(body.json, found);
  }
  return [...found];
}

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

/** A copy of any plain data in which no string holds a secret, as it stands or percent-encoded or in JSON. */
export function conceal<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return concealText(value, secrets) as T;
  if (Array.isArray(value)) return value.map((item) => conceal(item, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, conceal(inner, secrets)]),
  ) as T;
}

function concealText(text: string, secrets: readonly string[]): string {
  const any = patterns.get(secrets) ?? patternOf(secrets);
  patterns.set(secrets, any);
  return text.replace(any, '[hidden]');
}

/** Made once for each list: long texts are gone through once, however many secrets there are. */
const patterns = new WeakMap<readonly string[], RegExp>();

/** Matches every form of every secret, the first of the list first where several begin at one place. */
function patternOf(secrets: readonly string[]): RegExp {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  const escaped = [...new Set(forms)].map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(escaped.length > 0 ? escaped.join('|') : '(?!)', 'g');
}
