// What makes each body of a run different from all others, and shows afterwards which run sent it.

import { createHash } from 'node:crypto';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Json } from '../../src/json/json.ts';

/** The placeholder for the nonce in a body; as long as the nonce, so that lengths can be counted before. */
export const nonce = '{nonce-16-chars}';

/** The least of a nonce that tells records apart. */
const leastOfNonce = 6;

/** The placeholder for as much of the nonce as fits into so many characters; empty if that is too little. */
export const nonceWithin = (room: number): string =>
  room >= nonce.length ? nonce : room >= leastOfNonce ? `{${'n'.repeat(Math.floor(room) - 2)}}` : '';

const placeholders = /\{n(?:once-16-chars|n{3,12})\}/g;

export const hasNonce = (text: string): boolean => text.search(placeholders) !== -1;

/** Replaces the placeholders in a text, each by the first digits and the last of a nonce, half of its length each. */
export const fillNonce = (text: string, ofRun: string, own: string): string =>
  text.replaceAll(placeholders, ({ length }) => {
    const half = Math.floor(length / 2);
    return ofRun.slice(0, half) + own.slice(0, length - half);
  });

/** A text as a report shows it before it is sent. */
export const withoutNonce = (text: string): string => text.replaceAll(placeholders, '…');

/** Finds nonces of a run in a text that was sent, also shortened ones. */
export const noncesOfRun = (text: string, run: string): readonly string[] =>
  text.match(new RegExp(`${run.slice(0, leastOfNonce / 2)}[0-9a-f]{3,13}`, 'g')) ?? [];

/** The first half of a nonce, which all of a run share. */
const nonceOfRun = (run: string): string => run.slice(0, 8).padEnd(8, '0');

/** Finds the whole nonces of a run, each with its own half: a part of one may be in an id of others. */
export const wholeNonces = (run: string): RegExp => new RegExp(`${nonceOfRun(run)}([0-9a-f]{8})`, 'g');

/** The whole nonces in a body, of any run; each is of one request alone. */
export const noncesIn = (body: Json | undefined): readonly string[] =>
  JSON.stringify(body ?? null).match(/[0-9a-f]{16}/g) ?? [];

/** The first half of a whole nonce, which all of a run share. */
export const halfOfRun = (nonce: string): string => nonce.slice(0, 8);

/** A placeholder in the form of a UUID: each body that is sent has another UUID instead. */
export const nonceUuid = 'a55a4000-0000-4000-8000-00006e6f6e63';

/**
 * Fills in the nonce. Each body of a run has its own, so that no two requests are equal, and each run has others.
 * `purpose` distinguishes bodies that are sent several times.
 */
export function withNonce(body: Json, run: string, purpose = ''): string {
  const text = JSON.stringify(body);
  const own = digestOf(`${purpose}${text}`);
  const ofRun = nonceOfRun(run);
  return fillNonce(text, ofRun, own).replaceAll(nonceUuid, `${own}-0000-4000-8000-${ofRun}0000`);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** A number from which an operation of a run can count: each has another one. */
export const numberOf = (run: string, operation: OperationId): number =>
  Number.parseInt(digestOf(`${run} ${operation}`), 16);

/** A text of a length, with as much of the nonce as fits. */
export const textWithNonce = (length: number): string => nonceWithin(length).padEnd(length, 'a');
