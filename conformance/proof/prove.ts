import { onThreads } from './threads.ts';
import type { LawResult, LawTerms } from './trials.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Tries laws on the stub, on as many threads as there are cores; told of each finding as it comes. */
export async function proveOnStub(
  onFinding: (finding: LawResult) => void,
  tried: LawTerms = {},
): Promise<LawResult[]> {
  const findings: LawResult[] = [];
  await onThreads<LawResult>(new URL(`./trials.${extension}`, import.meta.url), tried, (finding) => {
    findings.push(finding);
    onFinding(finding);
  });
  return findings.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ law, subject, trial }: LawResult): string => JSON.stringify([law, subject, trial]);
