import type { Exchange } from '../../src/http/exchange.ts';
import { isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json } from '../../src/json/json.ts';
import { hidden } from '../../src/secrets/names.ts';
import type { Answer, Breach } from '../core/evidence.ts';
import { isAccepted } from '../core/status.ts';

/** Whether part of a text was hidden when it was recorded: then nobody knows the text. */
export const isHidden = (value: unknown): boolean => typeof value === 'string' && value.includes(hidden);

/** Whether a value of an answer is unknown. What comes from a live server is known, even if it looks hidden. */
export const isUnknown = ({ isRecorded }: Answer, value: unknown): boolean =>
  isRecorded === true && isHidden(value);

/** Whether anything was hidden in bytes. */
export const holdsHidden = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(hidden);

/** What is certainly broken: no value that is hidden, and no missing member where a name is hidden. */
export const certain = (breaches: readonly Breach[], json: Json): Breach[] =>
  breaches.filter(({ constraint, path, value }) => {
    if (constraint.keyword !== 'required') return !isHidden(value);
    const parent = at(json, ...path.slice(0, -1));
    return !isObject(parent) || !Object.keys(parent).some(isHidden);
  });

/** Whether a body of an exchange would be JSON but for what was hidden, such as a number. */
export const isGarbled = ({ call, reply }: Exchange): boolean =>
  isGarbledBody(call.body) || (!isLost(reply) && isAccepted({ reply }) && isGarbledBody(reply.body));

function isGarbledBody(body: Uint8Array | undefined): boolean {
  if (!body || !holdsHidden(body) || 'json' in readBody(body)) return false;
  return 'json' in readBody(Buffer.from(Buffer.from(body).toString().replaceAll(hidden, '1')));
}
