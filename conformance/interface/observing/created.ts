import type { Exchange } from '../../../src/http/exchange.ts';
import { readBody } from '../../../src/json/body.ts';
import { isObject, type JsonObject } from '../../../src/json/json.ts';
import type { Answered } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { interference, outcomeOf, wasAccepted } from '../../core/status.ts';
import { theirWords } from '../../core/their-words.ts';
import type { WritingOperation } from '../calls.ts';
import { type Control, creationsOf } from '../creations/creations.ts';
import { specimen } from '../creations/specimen.ts';

/** The least request of an operation, and those optional members. */
export const leastWith =
  (look: Look, operation: WritingOperation, members: readonly string[] = []): Control =>
  (vouched) =>
    specimen(look, operation, members, vouched);

/** What a control was answered that is accepted, however many look at it. Whoever asks has the turn. */
export async function acceptedControl(
  look: Look,
  operation: WritingOperation,
  control: Control,
): Promise<Answered> {
  const sent = await creationsOf(look, operation).control(control);
  const exchange = look.occasion(sent, 'this run may send no more requests that create records');
  const why = `the request that others differ from was ${outcomeOf(exchange)}${theirWords(exchange)}`;
  look.assume(wasAccepted(exchange), why);
  return answered(look, exchange);
}

/** What the least request of an operation is answered, once it is accepted. */
export const creation = (look: Look, operation: WritingOperation): Promise<Answered> =>
  creationsOf(look, operation).inTurn(() => acceptedControl(look, operation, leastWith(look, operation)));

/** The body of that answer. */
export async function created(look: Look, operation: WritingOperation): Promise<JsonObject> {
  return look.assume(bodyOf(await creation(look, operation)), 'the response is not a JSON object');
}

/**
 * Holds that the least request is still accepted: else what was answered to others says nothing, since a quota may be
 * used up, or money.
 */
export async function mustStillAccept(look: Look, operation: WritingOperation): Promise<void> {
  const { inTurn, repeat } = creationsOf(look, operation);
  look.occasion(look.writesLeft() > 0, 'this run may send no more requests that create records');
  const exchange = await inTurn(() => repeat(leastWith(look, operation)));
  const why = `the request that others differ from was ${outcomeOf(exchange)} afterwards${theirWords(exchange)}`;
  look.occasion(wasAccepted(exchange), why);
}

/** An exchange as an answer; what is none is withheld. */
export function answered(look: Look, exchange: Exchange): Answered {
  const { call, reply } = exchange;
  look.show(exchange);
  const stopped = interference(reply);
  look.assume(!stopped, stopped?.why ?? '', stopped?.remedy);
  return { call, reply: look.assume('status' in reply && reply, 'nothing came') };
}

/** The JSON object that an answer holds. */
export function bodyOf({ reply }: Answered): JsonObject | undefined {
  const body = readBody(reply.body);
  return 'json' in body && isObject(body.json) ? body.json : undefined;
}
