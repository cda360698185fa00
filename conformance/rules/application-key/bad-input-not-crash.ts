import type { Constraint } from '../../../src/contract/contract.ts';
import { at, isObject, type Json, withAt, withoutAt } from '../../../src/wire/json.ts';
import { accepted } from '../../engine/acceptance.ts';
import { textOf, withNonce } from '../../engine/nonce.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { specimen, type WritingOperation } from '../../engine/specimen.ts';
import { creation } from '../../engine/submit.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, textOfBody } from '../../mutants/request.ts';
import { readable } from './reply-json.ts';

export default rule({
  clause: 'key-bad-input-not-crash',
  title: 'a bad key request never crashes the server',
  needs: readable,
  check: (probe) => mustNotCrash(probe, 'application-key'),
  mutants: [
    {
      name: 'whatever is refused crashes the server',
      wire: changeStatus('application-key', (status) => ([400, 422].includes(status) ? 500 : status)),
    },
    {
      name: 'a missing name crashes the server',
      wire: changeStatus('application-key', (status, call) => {
        const data = at(jsonOfCall(call), 'data');
        return isObject(data) && data.name === undefined ? 500 : status;
      }),
    },
    {
      name: 'an empty body crashes the server',
      wire: changeStatus('application-key', (status, call) => (textOfBody(call) === '' ? 500 : status)),
    },
  ],
});

/**
 * Claims that no bad body is answered with a status in the five hundreds. These are the bodies of the rules on
 * refusals, which can say nothing where the server crashes.
 */
export async function mustNotCrash(probe: Probe, operation: WritingOperation): Promise<void> {
  const { contract, target } = probe;
  const plain = specimen(contract, target, operation);
  await accepted(probe, operation, plain);
  const bodies = contract.constraints
    .filter((constraint) => constraint.side === 'request' && constraint.operation === operation)
    .flatMap((constraint) =>
      breaches(constraint, specimen(contract, target, operation, constraint.paths[0])),
    );
  const texts = bodies.map((body) => withNonce(body, probe.nonce));
  for (const text of ['', withNonce(plain, probe.nonce).slice(0, -1), ...texts]) {
    const answer = await probe.send(creation(probe, operation, text));
    const { status } = answer.reply;
    probe.must(status < 500, 'a refusal, not a crash', `status ${status}`, answer);
  }
}

/** Bodies that break that constraint, and no other as far as can be. */
function breaches({ keyword, value, paths: [path = []] }: Constraint, body: Json): Json[] {
  const bad: Record<string, Json> = {
    type: value === 'string' ? 7 : value === 'integer' ? 'five' : 'text',
    format: value === 'email' ? 'nobody at all' : 'not-a-uuid',
    const: 'something_else',
    enum: 'something_else',
    pattern: String(at(body, ...path)).toLowerCase(),
    maxLength: textOf(Number(value) + 1),
    minLength: textOf(Math.max(0, Number(value) - 1)),
  };
  if (keyword !== 'required') return [withAt(body, path, bad[keyword] ?? null)];
  // No rule asks what becomes of null within a payment authority.
  return [withoutAt(body, path), ...(path.length > 2 ? [] : [withAt(body, path, null)])];
}
