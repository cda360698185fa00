import { isOfKind, type OperationId } from '../../../src/contract/operations/operations.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import { showsResource } from '../../core/attempt.ts';
import type { Claim } from '../../core/claim.ts';
import { ruleOfEach } from '../../core/rule.ts';
import { outcomeOf, wasAccepted } from '../../core/status.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { profiles } from '../../profiles/profiles.ts';

/** Claims that valid requests are not too large. Where their acceptance is a `should`, that rule says so (READINGS 28). */
const accepted: Claim = {
  on: 'attempt',
  judge: ({ operation, clause, what, expects, exchange, notApplicable }, { accepted, claim, contract }) => {
    if (!exchange || expects !== 'acceptance' || notApplicable) return;
    if (contract.clauses.get(clause)?.level !== 'must') return;
    const isTooLarge = accepted.limitOf(operation, exchange) !== undefined;
    if (isTooLarge || (wasAccepted(exchange) && showsResource(exchange, profiles[operation])))
      claim(!isTooLarge, () => ({
        title: `${what} is not too large`,
        expected: `${what} is not too large`,
        saw: outcomeOf(exchange),
        shown: [exchange],
      }));
  },
};

/** Rejects each body that is longer than the first one that was accepted. */
const rejectLongerBodies =
  (operation: OperationId): Mutant =>
  (next, contract) => {
    let most: number | undefined;
    return changeStatus(operation, (status, { body }) => {
      const size = body?.byteLength ?? 0;
      if (most === undefined && status <= 299) most = size;
      return most !== undefined && size > most ? 413 : status;
    })(next, contract);
  };

const rejectLongAddresses = (operation: OperationId): Mutant =>
  changeStatus(operation, (status, { target }) => (target.length > 180 ? 414 : status));

export default ruleOfEach((operation) => ({
  title: 'a valid request is not too large (413, 414, 431)',
  claims: [accepted],
  mutants: isOfKind(operation, 'list')
    ? [
        {
          name: 'an address of more than 180 bytes is too long',
          wire: rejectLongAddresses(operation),
        },
      ]
    : [
        {
          name: 'a body that is longer than the first accepted one is too large',
          wire: rejectLongerBodies(operation),
        },
      ],
}));
