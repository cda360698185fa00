import { at } from '../../src/wire/json.ts';
import { bodies, replies } from '../engine/evidence.ts';
import type { Probe } from '../engine/probe.ts';

/** Claims that a member is not the same in any two new keys. */
export async function mustDiffer(
  probe: Probe,
  member: string,
  read = (value: string): string => value,
): Promise<void> {
  const shown = bodies(await replies(probe, 'application-key')).flatMap(({ answer, json }) => {
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
