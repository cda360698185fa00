import type { Setting } from '../core/context.ts';
import type { LeftRecord } from '../core/evidence.ts';
import { listingKindOf } from '../core/kind.ts';
import type { HaltSwitch } from './ending.ts';
import { sharingBodies, withinLimits } from './memory-limits.ts';
import { cleanUp, leftRecords, timeToCleanUp } from './own-records/clean-up.ts';
import { guardingOf } from './own-records/guard-records.ts';
import { noteOwnRecords } from './own-records/own-records.ts';
import type { Run } from './run-scope.ts';
import { openDelivery } from './sending/delivery.ts';
import { createRecorder } from './sending/recorder.ts';
import type { TransientFailure } from './sending/retries.ts';
import { untilSilent } from './sending/silence.ts';
import { mostWritesFor } from './sending/write-limit.ts';
import { oneAtATime } from './yielding.ts';

/** How requests are sent. Responses that wait when the run ends are not read. */
export function openSending(options: Run, setting: Setting, stop: HaltSwitch, started: number) {
  const { contract, nonce } = setting;
  const ownRecords = noteOwnRecords(setting);
  const reading = { ...setting, readRecords: listingKindOf(options.ruleSet.kinds).readRecords };
  const guard = guardingOf(reading, ownRecords);
  const unhalted = ownRecords.watch(oneAtATime(options.transport));
  const recorder = createRecorder(contract, withinLimits(sharingBodies(stop.over(unhalted))), options.record);
  const transientFailures: TransientFailure[] = [];
  const delivery = openDelivery(
    untilSilent(contract, recorder.transport),
    { ...options, maxWrites: options.maxWrites ?? mostWritesFor(contract) },
    stop,
    nonce,
    (one) => transientFailures.push(one),
  );
  return {
    stop,
    recorder,
    transientFailures,
    pace: delivery.pace,
    writes: delivery.writes,
    deliver: guard(delivery.deliver, delivery.nextId),
    cleanUp: (): Promise<void> => {
      const { budget = Number.POSITIVE_INFINITY, since = started } = options;
      const isLimited = delivery.pace.perSecond() !== undefined;
      const remaining = budget - (performance.now() - since);
      const time = timeToCleanUp(remaining, stop.halted() !== undefined, isLimited);
      return cleanUp(reading, ownRecords, guard, delivery.deliverLast(unhalted, time), time);
    },
    created: (): readonly LeftRecord[] => leftRecords(setting, ownRecords),
  };
}

export type Sending = ReturnType<typeof openSending>;
