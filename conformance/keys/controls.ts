import type { Exchange } from '../../src/http/exchange.ts';
import { at, type Json } from '../../src/json/json.ts';
import type { Context } from '../core/context.ts';
import type { Control } from '../create/creations.ts';
import { type Materials, validBody } from '../create/valid-body.ts';
import { profile } from '../profiles/application-key/profile.ts';

/** The requests for keys that others differ from: the least, and the fullest. */
export function keyControls(materials: Materials): { readonly plain: Control; readonly limited: Control } {
  return {
    plain: () => validBody(materials, 'application-key'),
    limited: () => validBody(materials, 'application-key', profile.creation?.optionalMembers),
  };
}

/** Whether nothing of a credential is returned: only signs that stand for it (READINGS 12). */
export const isMask = (value: string): boolean => /^[*•●∙·x]+$/i.test(value);

/** Both places where a key may show its own address. */
export const places = [
  ['data', 'links', 'self'],
  ['links', 'self'],
];

/** The addresses a new key shows for itself. */
export const selfLinks = (json: Json): string[] =>
  places.map((place) => at(json, ...place)).filter((link) => typeof link === 'string');

/** Whether an address ends in the path of the keys, a slash and the id; UUIDs know no letter case. */
export const endsIn = (link: string, path: string, id: string): boolean =>
  link.slice(0, -id.length).endsWith(`${path}/`) && link.slice(-id.length).toLowerCase() === id.toLowerCase();

/** The response to a request with a rate limit of 0, which `send` sends once in a run; undefined if none was sent. */
export const withoutRateLimit = (
  context: Context,
  send: () => Promise<Exchange | undefined> = async () => undefined,
): Promise<Exchange | undefined> => context.shared('a key with a rate limit of 0', send);
