// Whether a server may give the id of a deleted record to another one, as databases do that count from the greatest id.

import { isUuid } from '../../../src/json/uuid.ts';
import { noncesOfRun } from '../../core/nonces.ts';
import type { OwnRecord } from './whose-record.ts';

const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Whether the id of a deleted record may be given again. It may not if it was drawn, or if this run created a record since that
 * is still there and has a greater id. Ids in no order may be encoded: then one that was created while the deleted record was
 * there has to be there as well, and no deleted one may have given its id to another.
 */
export function mayBeGivenAgain(
  nonce: string,
  { id, creation, createdAt, since, deletion }: OwnRecord,
  own: Iterable<OwnRecord>,
  isSeen: boolean,
): boolean {
  const all = [...new Set(own)].filter((one) => one.creation === creation);
  const others = all.filter((one) => one.id !== id);
  const ids = others.map((one) => one.id);
  if (isDrawn(id, ids) || noncesOfRun(id, nonce).length > 0) return false;
  if (!deletion) return true;
  const left = others.filter((one) => !one.isDeleted && one.createdAt === createdAt);
  const later = left.filter(({ askedAt }) => askedAt >= deletion.since);
  if (later.some((one) => compare(one.id, id) > 0)) return false;
  const isBelowNewer = left.some((one) => one.askedAt >= since && one.since <= deletion.askedAt);
  return isSeen || later.length === 0 || !isBelowNewer || !areInNoOrder(all);
}

/** In so many places ids differ of which none follows from another. */
const leastDifferences = 8;

const differencesOf = (one: string, other: string): number =>
  [...one].filter((letter, index) => letter !== other[index]).length;

/** Whether an id was drawn, as a UUID is, and not counted: it differs throughout from others of the same server. */
const isDrawn = (id: string, others: readonly string[]): boolean =>
  /\D/.test(id) &&
  others.every((other) => differencesOf(id, other) >= leastDifferences) &&
  (others.length > 0 || isVaried(id));

/** Whether an id of which no other is known is a UUID that is not a number with zeros before it. */
const isVaried = (id: string): boolean => isUuid(id) && new Set(id).size > leastDifferences;

/** So often no counted id is less than the one before, though others may set some free meanwhile. */
const leastDescents = 3;

/** Whether the ids of records that were created one after another are in no order. */
function areInNoOrder(records: readonly OwnRecord[]): boolean {
  const inTurn = records.toSorted((one, other) => one.askedAt - other.askedAt);
  const descents = inTurn.filter(({ askedAt, id }, index) => {
    const before = inTurn[index - 1];
    return before && askedAt >= before.since && compare(id, before.id) < 0;
  });
  return descents.length >= leastDescents;
}
