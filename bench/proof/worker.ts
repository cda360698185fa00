import { parentPort, workerData } from 'node:worker_threads';
import type { Batch } from './batch.ts';
import { tryBatch } from './trial.ts';

const { seed } = workerData as { readonly seed: string };

/** One thread: asks for a batch, tries it, tells what came of it, and asks for the next. */
parentPort?.on('message', async (batch: Batch) => {
  parentPort?.postMessage(await tryBatch(batch, seed));
});
parentPort?.postMessage('ready');
