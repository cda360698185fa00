// Whether a record that a response shows is one that this run created.

import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '../../../src/contract/contract.ts';
import { type Operation, type OperationId, operationIn } from '../../../src/contract/operations.ts';
import { idInBody, keyOfId, requestFields } from '../../../src/contract/record.ts';
import { type Exchange, isLost } from '../../../src/http/exchange.ts';
import { at, type Json, objectIn } from '../../../src/json/json.ts';
import type { Setting } from '../../core/context.ts';
import { noncesOfRun, wholeNonces } from '../../core/nonces.ts';
import { isSameValue } from '../../core/same-as-sent.ts';
import type { CollectionName } from '../../core/target.ts';

/** A record that this run created. */
export type OwnRecord = {
  readonly creation: OperationId;
  readonly id: string;
  /** The path of the request that created it. */
  readonly createdAt: string;
  /** The collection that lists it. */
  readonly collection?: CollectionName;
  /** Its path at each operation that reads, changes or deletes it. */
  readonly paths: ReadonlyMap<OperationId, string>;
  /** Whether the server showed that this run created it. */
  isProven: boolean;
  /** What the run last sent of it. */
  sent: Json | undefined;
  /** The record as accepted changes of it returned it; they may overtake each other. */
  readonly changed: unknown[];
  isDeleted: boolean;
  /** When its deletion was sent, and when it was accepted, in milliseconds. */
  deletion?: Pick<OwnRecord, 'askedAt' | 'since'>;
  /** Whether it is still there, though its deletion was accepted. */
  isStaying?: boolean;
  /** The status of its deletion: of one that was accepted, else at the end of the run. */
  deletionStatus?: number;
  /** When its creation was sent, and when the response to it came, in milliseconds. */
  readonly askedAt: number;
  readonly since: number;
};

/** What a response shows of a record: its body, the id in it, and the record itself. */
type ShownRecord = {
  readonly shown: Json | undefined;
  readonly id?: string | undefined;
  readonly found: unknown;
};

export const shownIn = (operation: Operation, shown: Json | undefined): ShownRecord => ({
  shown,
  id: idInBody(operation, shown),
  found: at(shown, ...operation.record),
});

/** The nonces of a run in what is sent or shown. */
export const noncesIn = (nonce: string, json: Json | undefined): readonly string[] =>
  JSON.stringify(json ?? null)
    .toLowerCase()
    .match(wholeNonces(nonce)) ?? [];

/** Whether a record shows that this run created it: by the nonce, else by what was sent. */
export function isOurs(
  { contract, nonce }: Pick<Setting, 'nonce'> & { readonly contract: Contract },
  record: Pick<OwnRecord, 'id' | 'sent' | 'changed' | 'creation' | 'isProven'>,
  { shown, id, found }: ShownRecord,
): boolean {
  if (id !== undefined && keyOfId(id) !== keyOfId(record.id)) return false;
  // A replacement may clear all that told whose the record is.
  const isChanged = record.changed.some((one) => isDeepStrictEqual(one, found));
  if (id !== undefined && record.isProven && isChanged) return true;
  const text = JSON.stringify(shown ?? null).toLowerCase();
  const visible = visibleFields(operationIn(contract, record.creation), record.sent);
  const sent = JSON.stringify(visible);
  const nonces = sent.includes(nonce) ? [nonce] : noncesOfRun(sent, nonce);
  if (nonces.length > 0) return nonces.some((one) => text.includes(one));
  // A server may find a record of others that has equal values.
  if (!record.isProven) return false;
  return isStored(visible, found);
}

/** Whether a record without a nonce is stored as it was sent, and refers to records of this run only: no others name those. */
export function namesOnlyOwn(
  nonce: string,
  creation: Operation,
  sent: Json | undefined,
  shown: Json | undefined,
  own: readonly OwnRecord[],
): boolean {
  const { references } = creation;
  const visible = visibleFields(creation, sent);
  const found = at(shown, ...creation.record);
  const isOwn = (id: unknown, by: OperationId): boolean =>
    own.some((one) => one.creation === by && one.isProven && !one.isDeleted && one.id === String(id));
  return (
    references.length > 0 &&
    references.every(({ field, creation: by }) => isOwn(at(found, field), by)) &&
    noncesOfRun(JSON.stringify(visible), nonce).length === 0 &&
    isStored(visible, found)
  );
}

/** The fields of a request that may be returned: the others do not tell whose a record is. */
export function visibleFields(
  creation: Operation,
  sent: Json | undefined,
): (readonly [name: string, value: Json])[] {
  const schemas = requestFields(creation);
  return Object.entries(objectIn(sent, ...creation.sentIn)).filter(
    ([name]) => at(schemas[name], 'writeOnly') !== true,
  );
}

/** Whether a response says that a record is new: one that was there is returned with another status. */
export const isNew = ({ response }: Exchange): boolean => !isLost(response) && response.status === 201;

/** Whether those of some fields that a record shows are as they were sent. */
function isStored(fields: readonly (readonly [name: string, value: Json])[], shown: unknown): boolean {
  const shared = fields.filter(([name]) => at(shown, name) !== undefined);
  return shared.length > 0 && shared.every(([name, value]) => isStoredAs(value, at(shown, name)));
}

/** Whether a value is shown as it was sent, in another form of it, or as frameworks convert it: `"5"` to 5, `true` to 1. */
const isStoredAs = (sent: Json, shown: unknown): boolean =>
  isSameValue(sent, shown as Json) ||
  (typeof sent !== 'object' &&
    [String(sent), Number(sent)].some((one) => one === shown || one === Number(shown)));
