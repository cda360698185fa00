// Whether a server may give the id of a deleted record to another one, as databases do that count from the greatest id.

import { isDrawn } from '../../core/drawn-ids.ts';
import { noncesOfRun } from '../../core/nonces.ts';
import type { OwnRecord } from './whose-record.ts';

const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Whether the id of a deleted record may be given again: it is counted, and no record that this run created since, and that
 * is still there, has a greater one.
 */
export function mayBeGivenAgain(
  nonce: string,
  { id, creation, createdAt, deletedAt = Number.POSITIVE_INFINITY }: OwnRecord,
  own: Iterable<OwnRecord>,
): boolean {
  const others = [...own].filter((one) => one.creation === creation && one.id !== id);
  const isBelowLater = others.some(
    (one) =>
      !one.isDeleted && one.createdAt === createdAt && one.askedAt >= deletedAt && compare(one.id, id) > 0,
  );
  const ids = others.map((one) => one.id);
  return !isDrawn(id, ids) && !isBelowLater && noncesOfRun(id, nonce).length === 0;
}
