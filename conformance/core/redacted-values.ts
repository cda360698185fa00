import { type Exchange, isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json } from '../../src/json/json.ts';
import { redactionMark } from '../../src/secrets/names.ts';
import type { Breach, ReadExchange } from './evidence.ts';
import { isAccepted } from './status.ts';

export const isRedacted = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(redactionMark);

/** Whether a value is unknown. Values of a live server never are, even if they look redacted. */
export const isUnknown = ({ isRecorded }: ReadExchange, value: unknown): boolean =>
  isRecorded === true && isRedacted(value);

export const holdsRedacted = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(redactionMark);

export const certain = (breaches: readonly Breach[], json: Json): Breach[] =>
  breaches.filter(({ constraint, path, value }) => {
    if (constraint.keyword !== 'required') return !isRedacted(value);
    const parent = at(json, ...path.slice(0, -1));
    return !isObject(parent) || !Object.keys(parent).some(isRedacted);
  });

/** Whether redaction made a body invalid JSON, as in place of a number. */
export const isGarbled = ({ request, response }: Exchange): boolean =>
  isGarbledBody(request.body) ||
  (!isLost(response) && isAccepted({ response }) && isGarbledBody(response.body));

function isGarbledBody(body: Uint8Array | undefined): boolean {
  if (!body || !holdsRedacted(body) || 'json' in readBody(body)) return false;
  return 'json' in readBody(Buffer.from(Buffer.from(body).toString().replaceAll(redactionMark, '1')));
}
