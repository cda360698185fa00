import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../../http/exchange.ts';
import { bearerToken } from '../requests/bearer-token.ts';

/** Where the token that lets other machines control a stub is read from. */
export const controlTokenName = 'ASSAY_CONTROL_TOKEN';

/** Whether a call carries a token as its bearer token. Takes as long for a token that is nearly right as for any other. */
export function carries({ headers }: Call, token: string): boolean {
  const given = bearerToken(headers);
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
