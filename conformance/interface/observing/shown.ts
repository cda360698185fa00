import { type Exchange, isLost } from '../../../src/http/exchange.ts';
import { readBody } from '../../../src/json/body.ts';
import { at, isObject, type JsonObject, type Path } from '../../../src/json/json.ts';
import type { Answered } from '../../core/evidence.ts';
import type { ChoiceEvidence } from '../../core/observation.ts';
import { isUnknown } from '../redacted-values.ts';

/** What the first creation shows at a place of its body. What was redacted is withheld. */
export function shown(seen: ChoiceEvidence, ...path: Path): unknown {
  const answer = seen.created();
  const value = at(seen.assume(answer.json, 'the response is not a JSON object'), ...path);
  seen.assume(!isUnknown(answer, value), 'it is redacted where it was recorded');
  return value;
}

/** The JSON object that a response holds. */
export function bodyOf({ reply }: Exchange): JsonObject | undefined {
  const body = isLost(reply) ? undefined : readBody(reply.body);
  return body && 'json' in body && isObject(body.json) ? body.json : undefined;
}

/** A value of a request as it was sent. */
export function sentAt({ call }: Exchange, path: Path): string {
  const body = readBody(call.body ?? new Uint8Array());
  return String('json' in body ? at(body.json, ...path) : '');
}

/** The products that a listing returned, as far as they are objects. */
export function productsIn(seen: ChoiceEvidence, answer: Answered): readonly JsonObject[] {
  const data = seen.assume(at(bodyOf(answer), 'data'), 'the listing has no array "data"');
  return seen.assume(Array.isArray(data) && data, 'the listing has no array "data"').filter(isObject);
}

/** The ids of the products that a listing returned, in small letters; each has to show one. */
export const idsIn = (seen: ChoiceEvidence, answer: Answered): string[] =>
  productsIn(seen, answer).map(({ id }) =>
    seen.assume(typeof id === 'string' && id.toLowerCase(), 'a product found shows no id'),
  );
