// How a record that this run created is read: by itself, else in its listing.

import {
  everyOperation,
  filledPath,
  type Operation,
  type OperationId,
  operationIn,
} from '../../../src/contract/operations.ts';
import { keyOfId } from '../../../src/contract/record.ts';
import { creatorAbove, readerOf } from '../../../src/contract/related-operations.ts';
import { type Exchange, type HttpRequest, header, isLost } from '../../../src/http/exchange.ts';
import { pathAbove } from '../../../src/path-template.ts';
import { percentEncoded } from '../../../src/percent.ts';
import type { ContractAndTarget } from '../../core/context.ts';
import { jsonIn } from '../../core/created.ts';
import type { Deliver } from '../../core/exchange.ts';
import type { ListingKind } from '../../core/kind.ts';
import { requestAt } from '../../core/requests.ts';
import { isMissing } from '../../core/status.ts';
import type { NotedCreation } from './own-records.ts';
import { valuesAt } from './record-keys.ts';
import { type OwnRecord, shownIn } from './whose-record.ts';

export type ReadingSetting = ContractAndTarget & Pick<ListingKind, 'readRecords'>;

/** What was read of a record before it is changed or deleted. */
type SeenRecord = Pick<Exchange, 'response'> & {
  readonly isMissing: boolean;
  readonly shown?: ReturnType<typeof shownIn>;
  /** The ETag of the record. */
  readonly tag?: string | undefined;
};

/** Whether a record is missing. After its deletion was accepted, 403 says the same, of a server that does not tell. */
const isNotThere = ({ response }: Pick<Exchange, 'response'>, { deletion }: OwnRecord): boolean =>
  isMissing({ response }) || (deletion !== undefined && !isLost(response) && response.status === 403);

/** The request that reads a record, as what creates, changes or deletes it is read; undefined if nothing reads it. */
function readingOf({ contract, target }: ContractAndTarget, { paths }: OwnRecord, operation: OperationId) {
  const reader = readerOf(contract, operation);
  const path = reader && paths.get(reader.id);
  if (!reader || path === undefined) return undefined;
  return { reader, path, request: requestAt({ contract, target }, reader.id, path) };
}

/** How to read whose a record is; undefined if the contract has no such way. */
export function proofOf(
  setting: ReadingSetting,
  operation: Operation,
  record: OwnRecord,
  next: Deliver,
): { readonly asks: string; readonly read: () => Promise<SeenRecord | undefined> } | undefined {
  const { contract } = setting;
  const reading = readingOf(setting, record, operation.id);
  if (reading) {
    const { reader, request } = reading;
    const read = async (): Promise<SeenRecord> => {
      const { response } = await next(request);
      const shown = shownIn(reader, jsonIn({ response }));
      const tag = isLost(response) ? undefined : header(response.headers, 'etag');
      return { response, isMissing: isNotThere({ response }, record), shown, tag };
    };
    return { asks: `${reader.method} ${reading.path}`, read };
  }
  const { collection } = record;
  const listing = collection && operationIn(contract, collection.operation);
  const path = record.paths.get(operation.id);
  // At a path that is not below that of the listing, the same id may be that of another record.
  const isBelow =
    path !== undefined &&
    pathAbove(operation.path) === listing?.path &&
    String(valuesAt(contract, operation, path).slice(0, -1)) === String(collection?.values);
  if (!collection || !listing || !isBelow) return undefined;
  const read = async (): Promise<SeenRecord | undefined> => {
    const { last, records } = await setting.readRecords(setting, collection, next);
    const found = records?.get(keyOfId(record.id));
    return (
      last && {
        response: last.response,
        isMissing: isMissing(last) || (records !== undefined && found === undefined),
        ...(found === undefined ? {} : { shown: { shown: found, found } }),
      }
    );
  };
  return {
    asks: `${listing.method} ${filledPath(listing.path, collection.values.map(percentEncoded))}`,
    read,
  };
}

/** Whether the record was deleted below which this run created another one. */
function isAboveDeleted(
  { contract }: ContractAndTarget,
  { creation: by, collection, createdAt }: OwnRecord,
  creations: readonly NotedCreation[],
): boolean {
  const creation = operationIn(contract, by);
  const above = creatorAbove(contract, creation);
  const id = keyOfId((collection?.values ?? valuesAt(contract, creation, createdAt)).at(-1) ?? '');
  return creations.some(({ own }) => own?.isDeleted && own.creation === above?.id && keyOfId(own.id) === id);
}

/** Reads where a record was created that nothing else shows; undefined if the contract has no such request. */
function readingAbove(
  { contract, target }: ContractAndTarget,
  { creation, createdAt }: OwnRecord,
): HttpRequest | undefined {
  const { path } = operationIn(contract, creation);
  const found = everyOperation(contract).find((one) => one.method === 'GET' && one.path === path);
  return found && requestAt({ contract, target }, found.id, createdAt);
}

/** Reads whether a record is not there any more, such as one that was deleted with the record above it. */
export async function isGone(
  setting: ReadingSetting,
  creations: readonly NotedCreation[],
  record: OwnRecord,
  next: Deliver,
): Promise<boolean> {
  const { creation, collection, id } = record;
  const reading = readingOf(setting, record, creation);
  if (reading && !isNotThere(await next(reading.request), record)) return false;
  const above = reading || collection ? undefined : readingAbove(setting, record);
  if (above) return isAboveDeleted(setting, record, creations) && isMissing(await next(above));
  const { last, records } = collection ? await setting.readRecords(setting, collection, next) : {};
  if (last && isMissing(last)) return true;
  const isRead = reading !== undefined;
  return records
    ? !records.has(keyOfId(id)) && (isRead || isAboveDeleted(setting, record, creations))
    : isRead;
}
