import type { Mutant } from '../../../src/wire/exchange.ts';
import { at, type JsonObject, withAt } from '../../../src/wire/json.ts';
import { accepted } from '../../engine/acceptance.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { nonce } from '../../engine/nonce.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { specimen } from '../../engine/specimen.ts';
import { changeReply } from '../../mutants/reply.ts';

export default rule({
  clause: 'key-id-distinct',
  title: 'no two keys have the same id',
  needs: [
    'application-key/response.data.id/required',
    'application-key/response.data.id/type',
    'application-key/response.data.id/format',
  ],
  evidence: 'content',
  check: (probe) => mustDiffer(probe, 'id', (id) => id.toLowerCase()),
  mutants: [
    {
      name: 'every key has the same id',
      wire: renumbered(() => 'ab0b6c52-6d0e-4a57-9b1a-0c7e5d2f8acd'),
    },
    {
      name: 'ids differ in letter case only',
      wire: renumbered((json) => {
        const limited = at(json, 'data', 'reserved_rate_limit') !== undefined;
        return limited ? 'ab0b6c52-6d0e-4a57-9b1a-0c7e5d2f8acd' : 'AB0B6C52-6D0E-4A57-9B1A-0C7E5D2F8ACD';
      }),
    },
  ],
});

/** Gives a key another id, in its address too. */
function renumbered(renumber: (json: JsonObject) => string): Mutant {
  return changeReply('application-key', (json) => {
    const id = String(at(json, 'data', 'id'));
    return JSON.parse(JSON.stringify(json).replaceAll(id, renumber(json)));
  });
}

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
    probe.must(!before, `a ${member} that no other key has`, 'the same in two keys', ...both);
  }
}
