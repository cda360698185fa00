import type { HaltSwitch, TransportOf } from './ending.ts';
import { createPace } from './pace.ts';
import { type NumberedRequest, retrying, type TransientFailure } from './retries.ts';
import { untilSilent } from './silence.ts';
import { createWrites, defaultMaxWrites } from './write-limit.ts';

export type DeliveryTerms = {
  readonly maxWrites?: number;
  readonly rate?: number;
  /** The longest pause that a target is granted for one request, in milliseconds. */
  readonly patience?: number;
};

/** In milliseconds. */
export const defaultPatience = 30_000;

/** Delivers requests over a transport: within limits, at a pace, and again where they fail. */
export function openDelivery(
  transport: TransportOf<NumberedRequest>,
  { maxWrites = defaultMaxWrites, rate, patience = defaultPatience }: DeliveryTerms,
  run: HaltSwitch,
  nonce: string,
  onTransientFailure: (transientFailure: TransientFailure) => void,
) {
  const writes = createWrites(maxWrites);
  const pace = createPace(rate, run.pause);
  const paced = pace.over(writes.over(run.over(untilSilent(transport))));
  let lastId = 0;
  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };
  const deliver = retrying(paced, { patience, pause: run.pause, pace, nonce, nextId, onTransientFailure });
  return { deliver, nextId, writes, pace };
}
