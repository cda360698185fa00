import type { StubChoiceId } from '../choices/choices.ts';
import { choiceReason } from '../replies/reason.ts';
import { type Rejection, reject } from '../replies/rejection.ts';
import type { Setup } from './handler.ts';

/** Counts one more of what a quota is for, or rejects where there are as many as there may be. */
export function countCreated(
  { choices, memory }: Setup,
  choice: StubChoiceId & `${string}-quota`,
): Rejection | undefined {
  const quota = choices[choice];
  const created = memory.kept('created', () => new Map<StubChoiceId, number>());
  const count = created.get(choice) ?? 0;
  if (quota !== 'none' && count >= quota)
    return reject(choices['business-status'], [
      {
        detail: `there are ${quota} already, which is as many as there may be`,
        reason: choiceReason(choice),
      },
    ]);
  created.set(choice, count + 1);
  return undefined;
}
