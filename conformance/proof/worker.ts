import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadShare, TrialModule } from './threads.ts';

const { module, given, share, threads } = workerData as ThreadShare;
const { trials } = (await import(module)) as TrialModule<unknown>;

for (const [index, trial] of (await trials(given)).entries()) {
  if (index % threads === share) parentPort?.postMessage(await trial.run());
}
