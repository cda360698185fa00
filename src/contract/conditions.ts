// Conditional requests (RFC 9110, section 13): what depends on the ETag of a record.

import { at } from '../json/json.ts';
import type { Operation, WithOperations } from './operations.ts';
import { readerOf } from './related-operations.ts';

const ifMatchOf = ({ parameters }: Operation) =>
  parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === 'if-match');

/** Whether a request takes the header If-Match. */
export const takesIfMatch = (operation: Operation): boolean => ifMatchOf(operation) !== undefined;

/** Whether no request without the header If-Match is accepted. */
export const needsIfMatch = (operation: Operation): boolean => at(ifMatchOf(operation), 'required') === true;

/** Whether the response of an operation has an ETag, which identifies the version of a record. */
export const showsTag = (operation: Operation | undefined): boolean =>
  operation?.responseHeaders.includes('etag') === true;

/** Whether a change or a deletion may depend on the ETag that reading the record shows. */
export const isConditional = (operation: Operation, contract: WithOperations): boolean =>
  takesIfMatch(operation) && showsTag(readerOf(contract, operation.id));

/** Whether a reading may depend on the ETag that it showed before. */
export const isReadConditionally = (operation: Operation): boolean =>
  showsTag(operation) && operation.mayBeUnchanged === true;
