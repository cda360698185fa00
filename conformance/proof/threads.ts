import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** A module that makes trials, the same in the same order on each thread. */
export type TrialModule<T> = {
  readonly trials: (given: unknown) => Promise<readonly { readonly run: () => Promise<T> }[]>;
};

/** What a thread is given: its share is every trial whose place leaves that remainder. */
export type Share = {
  /** The URL of a {@link TrialModule}. */
  readonly module: string;
  /** What the module makes its trials from. */
  readonly given: unknown;
  readonly share: number;
  readonly threads: number;
};

/** Workers are found beside this file, in the source and in what is published. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Runs the trials of a module on as many threads as there are cores; told of each outcome as it comes. */
export async function onThreads<T>(
  module: URL,
  given: unknown,
  told: (outcome: T) => void,
  threads = availableParallelism(),
): Promise<void> {
  const shares = Array.from(
    { length: threads },
    (_, share): Share => ({
      module: module.href,
      given,
      share,
      threads,
    }),
  );
  await Promise.all(shares.map((share) => work(share, told)));
}

function work<T>(workerData: Share, told: (outcome: T) => void): Promise<void> {
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on('message', told);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}
