import type { OperationId } from '../contract/contract.ts';
import { type Header, header } from '../wire/exchange.ts';
import type { Choices } from './choices.ts';
import type { Setup } from './operation.ts';
import { type Refusal, refuse } from './refusal.ts';
import { chosen, type Why } from './why.ts';

/** Refuses a request that brings no bearer token; any token will do. */
export function authorise(
  headers: readonly Header[],
  operation: OperationId,
  { choices, locate }: Setup,
): Refusal | undefined {
  const unauthorised = (what: string, why: Why): Refusal =>
    refuse(
      401,
      [
        {
          detail: `the header Authorization ${what}`,
          source: { header: 'Authorization' },
          why: { pointer: locate.operation(operation, 'security'), ...why },
        },
      ],
      [['www-authenticate', 'Bearer']],
    );
  const needed =
    operation === 'application-key'
      ? { clause: 'key-needs-authorization' }
      : chosen('authentication', operation);
  const given = header(headers, 'authorization')?.trim();
  if (given === undefined) return unauthorised('is missing', needed);
  const [scheme = '', token = '', ...rest] = given.split(/ +/);
  if (token === '' || rest.length > 0) return unauthorised('holds no token', needed);
  if (isAccepted(scheme, choices)) return undefined;
  const isCase = scheme.toLowerCase() === 'bearer';
  return unauthorised('is not of the scheme Bearer', chosen(isCase ? 'scheme-case' : 'other-scheme'));
}

function isAccepted(scheme: string, choices: Choices): boolean {
  if (scheme === 'Bearer') return true;
  if (scheme.toLowerCase() === 'bearer') return choices['scheme-case'] === 'accepted';
  return choices['other-scheme'] === 'accepted';
}
