import { parentPort, workerData } from 'node:worker_threads';
import { trials } from './trials.ts';

/** One thread's share of the trials: every so-manieth of them. */
const { share, threads } = workerData as { share: number; threads: number };

for (const [index, trial] of (await trials()).entries()) {
  if (index % threads === share) parentPort?.postMessage(await trial.run());
}
