import { randomBytes } from 'node:crypto';
import { stamp } from './clock.ts';
import type { Conduct } from './conduct.ts';
import { type Fields, objectAt, oneOf, textAt } from './members.ts';
import { Rejection } from './rejection.ts';

/** What a key request has to look like. Members that nobody asked for are passed over. */
export function checkKey(body: unknown): { readonly name: string; readonly limit: number } {
  const data = objectAt(objectAt(body, 'the body').data, 'data');
  oneOf(data, 'type', ['application_key']);
  return { name: textAt(data, 'name'), limit: rateLimit(data) };
}

/** The limit asked for; a key without one has a house limit. */
function rateLimit({ reserved_rate_limit: limit = 40 }: Fields): number {
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0) return limit;
  throw new Rejection(416, 'reserved_rate_limit has to be a whole number, 0 or more');
}

/** Turns away whoever returns no bearer token; any token will do. */
export function checkBearer(authorization: string | undefined): void {
  if (authorization === undefined) throw new Rejection(403, 'who are you?');
  if (!/^bearer +\S+$/i.test(authorization)) throw new Rejection(403, 'only bearers are let in');
}

/** Issues a key. It shows its own address at the top of the response. */
export function createKey(conduct: Conduct, body: unknown, baseUrl: string): Fields {
  const { name, limit } = checkKey(body);
  const id = conduct.newIdentifier();
  const now = stamp();
  return {
    jsonapi: { version: '1.1' },
    links: { self: `${baseUrl}/v2/application-keys/${id}`, docs: '/manual' },
    data: {
      id,
      type: 'application_key',
      name,
      client_id: randomBytes(9).toString('base64url'),
      client_secret: conduct.newSecret(),
      reserved_rate_limit: limit,
      colour: 'green',
      meta: { timestamps: { created_at: now, updated_at: now, last_used_at: now }, uses: 0 },
    },
  };
}
