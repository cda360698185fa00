import type { ExperimentContext, Setting } from '../core/context.ts';
import type { Attempt } from '../core/evidence.ts';
import { listingKindOf } from '../core/kind.ts';
import type { Result } from '../core/verdict.ts';
import { createEvidence } from './collected-evidence.ts';
import { bailed } from './ending.ts';
import { createExchangeJudge } from './judge-exchanges.ts';
import { createExchangeReader } from './read-exchange.ts';
import { recheckerOver, type TakenRecheck } from './rechecks/rechecker.ts';
import { errorOf } from './rule-state.ts';
import { createContext } from './run-context.ts';
import type { Run, RunScope } from './run-scope.ts';
import type { Sending } from './run-sending.ts';
import { createRequestSender } from './sending/request-sender.ts';
import type { Case } from './turns.ts';
import { turnOfOthers } from './yielding.ts';

/** Reads each response once, judges it and keeps it as evidence. */
export function openReceiving(
  options: Run,
  setting: Setting,
  scope: RunScope,
  { stop, pace, writes, deliver }: Sending,
) {
  const { contract, target } = setting;
  const { kinds } = options.ruleSet;
  const evidence = createEvidence(contract, target, kinds);
  const attempts: Attempt[] = [];
  const rechecks: TakenRecheck[] = [];
  const samples = new Set<string>();
  const errors: Result[] = [];
  const judge = createExchangeJudge({
    contract,
    target,
    rules: scope.rules,
    kinds,
    of: 'check',
    tolerated: options.tolerated ?? new Set(),
    rateReached: pace.rateReached,
    onBroken: (rule) => {
      if (options.endsWith?.(rule)) stop.halt(bailed);
    },
  });
  const sender = createRequestSender(contract, deliver, createExchangeReader(contract, target, kinds), {
    onExchange: (exchange) => {
      evidence.take(exchange);
      judge.take(exchange);
    },
    onInterrupted: judge.takeInterrupted,
  });
  const common = { writesLeft: writes.left, moreWrites: writes.more, pause: stop.pause, memory: new Map() };
  const [only, ...others] = options.selected ?? [];
  return {
    evidence,
    judge,
    samples,
    errors,
    recorded: { attempts, rechecks },
    /** Each has its own recent exchanges, which a `Withheld` shows. */
    openContext: (): ExperimentContext => ({
      ...createContext(setting, sender, common),
      report: (attempt) => {
        attempts.push(attempt);
        judge.takeAttempt(attempt);
      },
      breaks: judge.breaks,
      sample: (what) => samples.add(what),
    }),
    takeError: (one: Case, error: unknown): void => {
      const house = one.house && judge.ruleStateOf(one.id);
      if (house) house.error(error, 'gathers');
      else if (one.when !== 'observation' || scope.isSelected(one))
        errors.push(errorOf(one.id, one.operation, error));
    },
    /** Judges what can be judged only when all is sent. */
    finish: (): Promise<void> => {
      const rechecker = recheckerOver(sender, listingKindOf(kinds), {
        alone: others.length === 0 ? only : undefined,
        onRecheck: (recheck) => rechecks.push(recheck),
      });
      const mayContinue = () => turnOfOthers().then(() => stop.halted() === undefined);
      return judge.finish(evidence, stop.halted() ? undefined : { rechecker, mayContinue });
    },
  };
}

export type Receiving = ReturnType<typeof openReceiving>;
