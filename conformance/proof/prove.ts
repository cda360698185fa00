import { onThreads } from './threads.ts';
import type { Finding, Law } from './trials.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Tries laws on the stub, all unless told which, on as many threads as there are cores; told of each finding as it comes. */
export async function proveOnStub(
  onFinding: (finding: Finding) => void,
  laws?: readonly Law[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  await onThreads<Finding>(new URL(`./trials.${extension}`, import.meta.url), laws, (finding) => {
    findings.push(finding);
    onFinding(finding);
  });
  return findings.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ law, subject, trial }: Finding): string => JSON.stringify([law, subject, trial]);
