import type { Header } from '../wire/exchange.ts';
import type { Choices } from './choices.ts';
import type { Success } from './operation.ts';
import { isRefusal, type Refusal, writeRefusal } from './refusal.ts';
import { whyHeaders } from './why.ts';

/** A reply as it goes out. */
export type Written = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
};

const successTypes = {
  json: 'application/json',
  charset: 'application/json; charset=utf-8',
  vendor: 'application/vnd.api+json',
} as const;

/** Puts what an operation decided into the form of choice. */
export function write(outcome: Success | Refusal, choices: Choices): Written {
  if (isRefusal(outcome)) {
    const { text, type } = writeRefusal(outcome, choices['error-body']);
    const typed: Header[] = type === undefined ? [] : [['content-type', type]];
    const why = whyHeaders(
      outcome.problems.flatMap((problem) => problem.why ?? []),
      choices,
    );
    const body = Buffer.from(text);
    const headers: Header[] = [...typed, ...outcome.headers, ...why, lengthOf(body)];
    return { status: outcome.status, headers, body };
  }
  const { status, body } = outcome;
  const type = choices['reply-type'] === 'text' ? 'text/plain' : successTypes[choices['json-type']];
  return { status, headers: [['content-type', type], lengthOf(body)], body };
}

const lengthOf = (body: Uint8Array): Header => ['content-length', String(body.byteLength)];
