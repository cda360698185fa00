import { type Exchange, isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json } from '../../src/json/json.ts';
import { redactionMark } from '../../src/secrets/names.ts';
import type { Answer, Breach } from './evidence.ts';
import { isAccepted } from './status.ts';

/** Whether part of a text was redacted when it was recorded: then the text is not known. */
export const isRedacted = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(redactionMark);

/** Whether a value of a response is unknown. What comes from a live server is known, even if it looks redacted. */
export const isUnknown = ({ isRecorded }: Answer, value: unknown): boolean =>
  isRecorded === true && isRedacted(value);

/** Whether anything was redacted in bytes. */
export const holdsRedacted = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(redactionMark);

/** What is certainly broken: no value that is redacted, and no missing field where a name is redacted. */
export const certain = (breaches: readonly Breach[], json: Json): Breach[] =>
  breaches.filter(({ constraint, path, value }) => {
    if (constraint.keyword !== 'required') return !isRedacted(value);
    const parent = at(json, ...path.slice(0, -1));
    return !isObject(parent) || !Object.keys(parent).some(isRedacted);
  });

/** Whether a body of an exchange would be JSON except what was redacted, such as a number. */
export const isGarbled = ({ call, reply }: Exchange): boolean =>
  isGarbledBody(call.body) || (!isLost(reply) && isAccepted({ reply }) && isGarbledBody(reply.body));

function isGarbledBody(body: Uint8Array | undefined): boolean {
  if (!body || !holdsRedacted(body) || 'json' in readBody(body)) return false;
  return 'json' in readBody(Buffer.from(Buffer.from(body).toString().replaceAll(redactionMark, '1')));
}
