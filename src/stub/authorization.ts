import { type Header, header } from '../wire/exchange.ts';
import type { Choices } from './choices.ts';
import { type Refusal, refuse } from './refusal.ts';

/** Refuses a request that brings no bearer token; any token will do. */
export function authorise(headers: readonly Header[], choices: Choices): Refusal | undefined {
  const given = header(headers, 'authorization')?.trim();
  if (given === undefined) return unauthorised('is missing');
  const [scheme = '', token = '', ...rest] = given.split(/ +/);
  if (token === '' || rest.length > 0) return unauthorised('holds no token');
  return isAccepted(scheme, choices) ? undefined : unauthorised('is not of the scheme Bearer');
}

function isAccepted(scheme: string, choices: Choices): boolean {
  if (scheme === 'Bearer') return true;
  if (scheme.toLowerCase() === 'bearer') return choices['scheme-case'] === 'accepted';
  return choices['other-scheme'] === 'accepted';
}

const unauthorised = (what: string): Refusal =>
  refuse(
    401,
    [{ detail: `the header Authorization ${what}`, source: { header: 'Authorization' } }],
    [['www-authenticate', 'Bearer']],
  );
