import { createHash } from 'node:crypto';
import type { Json } from '../../src/json/json.ts';

/** The placeholder for the nonce in a body; as long as the nonce, so that lengths can be counted before. */
export const nonce = '{nonce-16-chars}';

/**
 * Fills in the nonce. Each body of a run has its own, so that no two requests are equal, and each run has others.
 * `purpose` distinguishes bodies that are sent several times.
 */
export function withNonce(body: Json, run: string, purpose = ''): string {
  const text = JSON.stringify(body);
  const own = createHash('sha256').update(`${purpose}${text}`).digest('hex').slice(0, 8);
  return text.replaceAll(nonce, `${run.slice(0, 8).padEnd(8, '0')}${own}`);
}

/** ASCII text of a length, with the nonce if there is room. */
export const textOf = (length: number): string =>
  length < nonce.length ? 'a'.repeat(length) : `${nonce}${'a'.repeat(length - nonce.length)}`;
