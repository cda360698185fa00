import { createHash } from 'node:crypto';
import type { Json } from '../../src/json/json.ts';

/**
 * Stands in a body for the run's nonce. It is as long as what replaces it, so lengths can be counted before.
 */
export const nonce = '{nonce-16-chars}';

/**
 * The body as it is sent. Each distinct body gets a nonce of its own (so that no two requests of a run repeat
 * each other), and each run another (so that no run repeats an earlier one). Not drawn from the seed. A body that is
 * sent several times in a run is distinguished by what it is sent for.
 */
export function withNonce(body: Json, run: string, purpose = ''): string {
  const text = JSON.stringify(body);
  const own = createHash('sha256').update(`${purpose}${text}`).digest('hex').slice(0, 8);
  return text.replaceAll(nonce, `${run.slice(0, 8).padEnd(8, '0')}${own}`);
}

/** ASCII text of exactly that length, carrying the nonce where there is room. */
export const textOf = (length: number): string =>
  length < nonce.length ? 'a'.repeat(length) : `${nonce}${'a'.repeat(length - nonce.length)}`;
