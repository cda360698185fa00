import type { Call } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';

/** Whether a request has text with characters beyond the basic multilingual plane, however they are written. */
export function isBeyondBmp({ body = new Uint8Array() }: Call): boolean {
  const read = readBody(body);
  return 'json' in read && /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(read.json));
}
