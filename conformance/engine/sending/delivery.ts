import { setTimeout } from 'node:timers/promises';
import type { Transport } from '../../../src/http/exchange.ts';
import type { Deliver } from '../../core/exchange.ts';
import { details, unsent } from '../../core/lost-details.ts';
import type { HaltSwitch } from '../ending.ts';
import { createPace } from './pace.ts';
import { type NumberedRequest, retrying, type TransientFailure } from './retries.ts';
import { createWrites, defaultMaxWrites } from './write-limit.ts';

export type DeliveryTerms = {
  readonly maxWrites?: number;
  readonly rate?: number;
  /** The longest pause that a target is granted for one request, in milliseconds. */
  readonly patience?: number;
};

/** In milliseconds. */
export const defaultPatience = 30_000;

/** Waits, also when the run has ended; a process does not wait for it. */
const wait = (milliseconds: number): Promise<void> => setTimeout(milliseconds, undefined, { ref: false });

/** Delivers requests over a transport: within limits, at a pace, and again where they fail. */
export function openDelivery(
  transport: Transport<NumberedRequest>,
  { maxWrites = defaultMaxWrites, rate, patience = defaultPatience }: DeliveryTerms,
  run: HaltSwitch,
  nonce: string,
  onTransientFailure: (transientFailure: TransientFailure) => void,
) {
  const writes = createWrites(maxWrites);
  const pace = createPace(rate, run.pause);
  const paced = pace.over(writes.over(run.over(transport)));
  let lastId = 0;
  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };
  const terms = { pace, nonce, nextId };
  return {
    deliver: retrying(paced, { ...terms, patience, pause: run.pause, onTransientFailure }),
    /** Delivers over another transport when the run has ended, at the pace that it learned. */
    deliverLast: (last: Transport, milliseconds: number): Deliver => {
      const end = performance.now() + milliseconds;
      const inTime: Transport = async (request) =>
        performance.now() < end ? last(request) : unsent(details.budget(Math.ceil(milliseconds / 1000)));
      const unsaid = { patience: milliseconds, pause: wait, onTransientFailure: () => {} };
      return retrying(pace.over(inTime, wait), { ...terms, ...unsaid });
    },
    nextId,
    writes,
    pace,
  };
}
