import { withoutAt } from '../../src/wire/json.ts';
import { accepted, isRefused } from '../engine/acceptance.ts';
import type { Answer, Look } from '../engine/probe.ts';
import { specimen, type WritingOperation } from './specimen.ts';
import { submit } from './submit.ts';

/** The refusal of the plain specimen without one required member of its `data`. */
export async function refusedWithout(
  look: Look,
  operation: WritingOperation,
  member: string,
): Promise<Answer> {
  const control = specimen(look.contract, look.target, operation);
  await accepted(look, operation, control);
  const answer = await submit(look, operation, withoutAt(control, ['data', member]));
  look.given(isRefused(answer), `a request without ${member} was answered ${answer.reply.status}`);
  return answer;
}
