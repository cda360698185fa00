import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadShare } from './threads.ts';

/** A module that lists its trials in the same order on each thread. */
type TrialModule = {
  readonly trials: (given: unknown) => Promise<readonly { readonly run: () => Promise<unknown> }[]>;
};

const { module, given, share, threads } = workerData as ThreadShare;
const { trials } = (await import(module)) as TrialModule;

for (const [index, trial] of (await trials(given)).entries()) {
  if (index % threads === share) parentPort?.postMessage(await trial.run());
}
