import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Finding } from './trials.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Tries the four laws on the stub, on as many threads as there are cores; told of each finding as it comes. */
export async function proveOnStub(onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const threads = availableParallelism();
  const findings: Finding[] = [];
  const told = (finding: Finding): void => {
    findings.push(finding);
    onFinding(finding);
  };
  await Promise.all(Array.from({ length: threads }, (_, share) => work({ share, threads }, told)));
  return findings.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ law, subject, trial }: Finding): string => JSON.stringify([law, subject, trial]);

function work(workerData: object, told: (finding: Finding) => void): Promise<void> {
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on('message', told);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}
