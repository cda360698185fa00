import { operationIds } from '../../src/contract/operations/operations.ts';
import { type Call, type Exchange, isLost } from '../../src/http/exchange.ts';
import { attemptsAt } from '../core/attempt.ts';
import type { Claim } from '../core/claim.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { Attempt } from '../core/evidence.ts';
import type { OperationProfile } from '../core/profile.ts';
import { transientFailure, wasRejected } from '../core/status.ts';
import { profiles } from '../profiles/profiles.ts';
import { countedAs } from './operation-of.ts';

/** A read that differs from its control in one edit; by default it is to be rejected. */
export type ReadTrial = Pick<Attempt, 'clause' | 'what' | 'showsAcceptance'> &
  Partial<Pick<Attempt, 'expects'>> & { readonly call: Call };

/** Sends reads between two readings of their control, and reports them as attempts (READINGS P3). Returns what came. */
export async function attemptReads(
  context: ExperimentContext,
  control: Call,
  trials: readonly ReadTrial[],
): Promise<readonly Exchange[]> {
  const before = await context.exchange(control);
  const exchanges = await Promise.all(
    trials.map(async (trial) => ({ trial, exchange: await context.exchange(trial.call) })),
  );
  const isOpen = exchanges.some(({ trial, exchange }) => wasRejected(exchange) && trial.expects !== 'either');
  const after = isOpen ? await context.sendAfresh(control).catch(() => undefined) : undefined;
  for (const { trial, exchange } of exchanges) {
    const { call: _call, expects = 'rejection', ...about } = trial;
    const controls = { before, ...(after ? { after } : {}) };
    context.report({ operation: countedAs(control), ...about, expects, exchange, ...controls });
  }
  return exchanges.map(({ exchange }) => exchange);
}

const hasCrashed = ({ exchange }: Attempt): boolean =>
  exchange !== undefined &&
  !isLost(exchange.reply) &&
  exchange.reply.status >= 500 &&
  !transientFailure(exchange.reply);

/** The claim that reads which break a clause are rejected. Where one crashes, the rule on crashes says so (P8). */
export function readsRejected(clause: string): Claim {
  const claim = attemptsAt(clause, profileOfClause(clause));
  return {
    on: 'attempt',
    judge: (attempt, judge) => {
      if (attempt.clause !== clause || claim.on !== 'attempt') return;
      if (hasCrashed(attempt)) return judge.untested(`${attempt.what} crashed; another rule reports that`);
      claim.judge(attempt, judge);
    },
  };
}

/** The profile of the operation that a clause is about. */
function profileOfClause(clause: string): OperationProfile {
  const operation = operationIds.find((id) => clause.startsWith(`${id}/`));
  if (operation === undefined) throw new Error(`the clause ${clause} is of no operation`);
  return profiles[operation];
}
