import type { Mutant } from '../../../src/wire/exchange.ts';
import { at, type JsonObject } from '../../../src/wire/json.ts';
import { mustDiffer } from '../../creation/keys.ts';
import { rule } from '../../engine/rule.ts';
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
