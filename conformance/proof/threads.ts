import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UserError } from '../../src/errors.ts';
import { packageRoot } from '../../src/package-root.ts';
import type { LawResult, LawTerms } from './trials.ts';

/** Each thread runs the trials whose index modulo `threads` is its share. */
export type ThreadShare = {
  readonly module: string;
  readonly given: unknown;
  readonly share: number;
  readonly threads: number;
};

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Runs the trials of a module on as many threads as there are cores. An error in one ends them all. */
export async function onThreads<T>(
  module: URL,
  given: unknown,
  onOutcome: (outcome: T) => void,
  threads = availableParallelism(),
): Promise<void> {
  const workers = Array.from({ length: threads }, (_, share) => {
    const workerData: ThreadShare = { module: module.href, given, share, threads };
    return new Worker(new URL(`conformance/proof/worker.${extension}`, packageRoot), { workerData });
  });
  try {
    await Promise.all(workers.map((worker) => outcomesOf(worker, onOutcome)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function outcomesOf<T>(worker: Worker, onOutcome: (outcome: T) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', onOutcome);
    worker.on('error', (error) => reject(asThrown(error)));
    worker.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a thread ended with ${code} before its trials were done`)),
    );
  });
}

/** An error from a thread loses its class, but keeps its name and message. */
const asThrown = (error: unknown): unknown =>
  error instanceof Error && error.name === 'UserError' ? new UserError(error.message) : error;

/** Tries laws on the stub and returns the results in a stable order. */
export async function proveOnStub(
  onFinding: (finding: LawResult) => void,
  tried: LawTerms,
): Promise<LawResult[]> {
  const findings: LawResult[] = [];
  await onThreads<LawResult>(
    new URL(`conformance/proof/trials.${extension}`, packageRoot),
    tried,
    (finding) => {
      findings.push(finding);
      onFinding(finding);
    },
  );
  return findings.sort((one, other) => (keyOfTrial(one) < keyOfTrial(other) ? -1 : 1));
}

const keyOfTrial = ({ law, subject, trial }: LawResult): string => JSON.stringify([law, subject, trial]);
