import { at, withAt } from '../../src/wire/json.ts';
import { accepted } from '../engine/acceptance.ts';
import { bodies, replies } from '../engine/evidence.ts';
import { nonce } from '../engine/nonce.ts';
import type { Probe } from '../engine/probe.ts';
import { specimen } from '../engine/specimen.ts';

/** Several new keys, of different names, with and without a rate limit. */
export async function severalKeys(probe: Probe) {
  const plain = specimen(probe.contract, probe.target, 'application-key');
  const another = withAt(plain, ['data', 'name'], `Another Key ${nonce}`);
  return bodies([
    ...(await replies(probe, 'application-key')),
    await accepted(probe, 'application-key', another),
  ]);
}

/** Claims that a member is not the same in any two new keys. */
export async function mustDiffer(
  probe: Probe,
  member: string,
  read = (value: string): string => value,
): Promise<void> {
  const shown = (await severalKeys(probe)).flatMap(({ answer, json }) => {
    const value = at(json, 'data', member);
    return typeof value === 'string' ? [{ answer, value: read(value) }] : [];
  });
  probe.given(shown.length > 1, `fewer than two keys showed a ${member}`);
  for (const [index, { answer, value }] of shown.entries()) {
    const before = shown.slice(0, index).find((other) => other.value === value);
    const both = before ? [before.answer, answer] : [answer];
    probe.must(!before, `${member} unlike that of any other key`, 'the same in two keys', ...both);
  }
}
