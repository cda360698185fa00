import { operationIn } from '../../src/contract/operations.ts';
import type { Claim } from '../core/claim.ts';
import type { RunExchange } from '../core/exchange.ts';
import { wasAccepted } from '../core/status.ts';
import { transientFailure } from '../core/transient.ts';
import { lifeRelations, type RelationName } from './relations.ts';

/** The claim that the relation of its rule holds between a request and what was read before and after it. */
export const holds: Claim = {
  on: 'attempt',
  judge: (attempt, judge) => {
    const { exchange, readings, notApplicable, what, failedOnce } = attempt;
    if (notApplicable)
      return judge.untested(notApplicable.why, notApplicable.remedy, notApplicable.stoppedAt);
    if (!exchange || !readings) return;
    const { before, after, creation } = readings;
    const all: readonly RunExchange[] = [exchange, ...(before ? [before] : []), ...after];
    for (const one of all) {
      const stopped = transientFailure(one);
      if (stopped) return judge.inconclusive({ kind: 'of one', what, why: stopped.why }, stopped.remedy, one);
    }
    const operation = operationIn(judge.contract, attempt.operation);
    const around = { contract: judge.contract, operation, write: exchange, after };
    const relation = lifeRelations[attempt.clause.slice(attempt.operation.length + 1) as RelationName];
    const found = relation({ ...around, before });
    if (found === undefined) return judge.untested(`${what}: the responses show nothing to compare`);
    const [first] = found;
    const last = after.slice(-1);
    // Sending the change again shows a fault that it made; a rejected one changed nothing itself.
    const both = wasAccepted(exchange) ? [exchange, ...last] : [...last, exchange];
    const shown = [...both, ...(before ? [before] : []), ...(creation ? [creation] : [])];
    const others = found.slice(1).flatMap(({ field }) => field ?? []);
    const more = others.length > 0 ? `; not as it should be either: ${others.join(', ')}` : '';
    if (failedOnce && !first)
      judge.intermittent({
        expected: `${what} shows at once`,
        saw: 'only a later reading shows it; if that is how it should be, add settles: 2s to the target file',
        shown: [failedOnce, ...shown],
      });
    judge.claim(first === undefined, () => ({
      expected: first?.expected ?? '',
      saw: (first?.saw ?? '') + more,
      ...(first?.title === undefined ? {} : { title: first.title }),
      shown,
    }));
  },
};
