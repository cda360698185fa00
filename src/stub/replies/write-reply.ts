import type { Header, Reply } from '../../http/exchange.ts';
import type { Choices } from '../choices/choices.ts';

import { reasonHeaders } from './reason.ts';
import { isRejection, type Rejection, writeRejection } from './rejection.ts';

/** The successful outcome of a request: a status and a body of JSON. */
export type Success = { readonly status: number; readonly body: Uint8Array };

const successTypes = {
  json: 'application/json',
  charset: 'application/json; charset=utf-8',
  vendor: 'application/vnd.api+json',
} as const;

/** Writes the outcome of a request as a response, in the chosen form. */
export function writeReply(outcome: Success | Rejection, choices: Choices): Omit<Reply, 'ms'> {
  if (isRejection(outcome)) {
    const { text, type } = writeRejection(outcome, choices['error-body']);
    const typed: Header[] = type === undefined ? [] : [['content-type', type]];
    const reasons = reasonHeaders(
      outcome.problems.flatMap((problem) => problem.reason ?? []),
      choices,
    );
    const body = Buffer.from(text);
    const headers: Header[] = [...typed, ...outcome.headers, ...reasons, lengthOf(body)];
    return { status: outcome.status, headers, body };
  }
  const { status, body } = outcome;
  return { status, headers: [['content-type', successTypes[choices['json-type']]], lengthOf(body)], body };
}

const lengthOf = (body: Uint8Array): Header => ['content-length', String(body.byteLength)];
