import type { Constraint, Contract } from '../../src/contract/contract.ts';
import { at, type Json, withAt, withoutAt } from '../../src/wire/json.ts';
import { accepted } from '../engine/acceptance.ts';
import { textOf, withNonce } from '../engine/nonce.ts';
import type { Probe } from '../engine/probe.ts';
import { beginsLike, misshapen, otherType, textFor } from './flaws.ts';
import { brokenJson } from './not-json.ts';
import { specimen, type WritingOperation } from './specimen.ts';
import { creation } from './submit.ts';

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
      breaches(contract, constraint, specimen(contract, target, operation, constraint.paths[0])),
    );
  const texts = bodies.map((body) => withNonce(body, probe.nonce));
  const broken = brokenJson(probe, operation).map(({ text }) => text);
  for (const text of ['', ...broken, ...texts]) {
    const answer = await probe.send(creation(probe, operation, text));
    const { status } = answer.reply;
    probe.must(status < 500, 'a refusal, not a crash', `status ${status}`, answer);
  }
}

/** Bodies that break that constraint, and no other as far as can be. */
function breaches(contract: Contract, constraint: Constraint, body: Json): Json[] {
  const {
    keyword,
    value,
    paths: [path = []],
  } = constraint;
  const bad: Record<string, Json> = {
    type: otherType(value),
    format: misshapen(value, '')[0] ?? '',
    const: beginsLike(value),
    enum: beginsLike(Array.isArray(value) ? value[0] : value),
    pattern: String(at(body, ...path)).toLowerCase(),
    maxLength: textFor(contract, constraint, Number(value) + 1),
    minLength: textOf(Math.max(0, Number(value) - 1)),
  };
  if (keyword !== 'required') return [withAt(body, path, bad[keyword] ?? null)];
  // No rule asks what becomes of null within a payment authority.
  return [withoutAt(body, path), ...(path.length > 2 ? [] : [withAt(body, path, null)])];
}
