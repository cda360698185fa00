import { hash } from 'node:crypto';
import { isReadConditionally, needsIfMatch, showsTag, takesIfMatch } from '../contract/conditions.ts';
import type { Operation } from '../contract/operations.ts';
import { type Header, header } from '../http/exchange.ts';
import type { JsonObject } from '../json/json.ts';
import { type Rejection, reject } from './responses.ts';

/** The ETag of a record: another one after each change. */
const etagOf = (record: JsonObject): string => `"${hash('sha256', JSON.stringify(record)).slice(0, 16)}"`;

/** The header with the ETag of a record, if the response of an operation has it. */
export const tagHeader = (operation: Operation, record: JsonObject): readonly Header[] =>
  showsTag(operation) ? [['etag', etagOf(record)]] : [];

/** Whether a header lists the ETag of a record; `*` stands for that of any record. */
const listsTag = (text: string, record: JsonObject): boolean =>
  text
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one === etagOf(record));

/** Rejects a request whose If-Match does not list the ETag of the record, or is missing. */
export function checkIfMatch(
  operation: Operation,
  headers: readonly Header[],
  record: JsonObject,
): Rejection | undefined {
  if (!takesIfMatch(operation)) return undefined;
  const text = header(headers, 'if-match');
  if (text !== undefined)
    return listsTag(text, record)
      ? undefined
      : reject(412, [{ detail: 'the record has another ETag', source: { header: 'If-Match' } }]);
  return needsIfMatch(operation)
    ? reject(428, [{ detail: 'If-Match is required', source: { header: 'If-Match' } }])
    : undefined;
}

/** Whether a reading is told that the record is as it was when its ETag was shown. */
export function isUnchanged(operation: Operation, headers: readonly Header[], record: JsonObject): boolean {
  const text = header(headers, 'if-none-match');
  return isReadConditionally(operation) && text !== undefined && listsTag(text, record);
}
