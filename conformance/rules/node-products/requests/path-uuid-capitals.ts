import { isLost } from '../../../../src/http/exchange.ts';
import { readBody } from '../../../../src/json/body.ts';
import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import type { Claim } from '../../../core/claim.ts';
import type { Attempt } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { wasAccepted } from '../../../core/status.ts';
import { emptyWhere } from '../../../mutants/node-products/listing.ts';
import { profiles } from '../../../profiles/profiles.ts';

const clause = 'node-products/path-uuid-capitals';

/** A claim that as many products are listed there. */
const listsTheSame: Claim = {
  on: 'attempt',
  judge: ({ clause: about, exchange, before }, judge) => {
    if (about !== clause || !exchange || !before || !wasAccepted(exchange)) return;
    const [there, here] = [listedIn(exchange), listedIn(before)];
    if (there === undefined || here === undefined) return;
    judge.claim(there === here, () => ({
      expected: `a path with its ids in upper case returns as many products as in lower case, ${here}`,
      saw: String(there),
      shown: [exchange, before],
    }));
  },
};

function listedIn({ reply }: Required<Attempt>['before']): number | undefined {
  const body = isLost(reply) ? undefined : readBody(reply.body);
  const data = body && 'json' in body ? at(body.json, 'data') : undefined;
  return Array.isArray(data) ? data.length : undefined;
}

const capitals = /\/(hierarchies|nodes)\/[^/]*[A-F]/;

export default rule({
  title: 'ids in upper case are accepted in a path',
  claims: [attemptsAt(clause, profiles['node-products']), listsTheSame],
  mutants: [
    { name: 'a node in capitals is listed as empty', wire: emptyWhere(capitals) },
    {
      name: 'a node in capitals is not known',
      wire: (next) => async (call) => {
        const reply = await next(call);
        return isLost(reply) || !capitals.test(call.target) ? reply : { ...reply, status: 404 };
      },
    },
  ],
});
