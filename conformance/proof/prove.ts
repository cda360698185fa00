import { onThreads } from './threads.ts';
import type { Finding, Tried } from './trials.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Tries laws on the stub, on as many threads as there are cores; told of each finding as it comes. */
export async function proveOnStub(
  onFinding: (finding: Finding) => void,
  tried: Tried = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  await onThreads<Finding>(new URL(`./trials.${extension}`, import.meta.url), tried, (finding) => {
    findings.push(finding);
    onFinding(finding);
  });
  return findings.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ law, subject, trial }: Finding): string => JSON.stringify([law, subject, trial]);
