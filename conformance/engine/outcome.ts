import { isAccepted, isRefused } from './acceptance.ts';
import type { Answer } from './probe.ts';

/** What became of a request, in the words of an observation. */
export function outcomeOf(answer: Answer): string {
  if (isAccepted(answer)) return 'accepted';
  const { status } = answer.reply;
  return isRefused(answer) ? `refused (${status})` : `answered ${status}`;
}
