import type { Header } from '../wire/exchange.ts';
import type { Choices } from './choices.ts';
import type { Success } from './operation.ts';
import { isRefusal, type Refusal, writeRefusal } from './refusal.ts';

/** A reply before its body is bytes. */
export type Written = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly text: string;
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
    return { status: outcome.status, headers: [...typed, ...outcome.headers], text };
  }
  const type = choices['reply-type'] === 'text' ? 'text/plain' : successTypes[choices['json-type']];
  return { ...outcome, headers: [['content-type', type]] };
}
