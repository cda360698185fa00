import type { JsonObject } from '../../src/wire/json.ts';
import { accepted } from '../engine/acceptance.ts';
import type { Look } from '../engine/probe.ts';
import { jsonOf } from '../engine/reading.ts';
import { specimen, type WritingOperation } from './specimen.ts';

/** What the plain specimen of an operation is answered with, once it is accepted. */
export async function created(look: Look, operation: WritingOperation): Promise<JsonObject> {
  const answer = await accepted(look, operation, specimen(look.contract, look.target, operation));
  return look.given(jsonOf(answer.reply), 'the reply is not a JSON object');
}
