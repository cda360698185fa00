import type { OperationId } from '../../contract/contract.ts';
import { choiceReason } from '../replies/reason.ts';
import { type Refusal, refuse } from '../replies/refusal.ts';
import type { Setup } from '../requests/handler.ts';

const quotas = { 'application-key': 'key-quota', subscription: 'subscription-quota' } as const;

/** Counts one more of what an operation creates, or refuses where there are as many as there may be. */
export function countCreated(
  { choices, memory }: Setup,
  operation: Exclude<OperationId, 'node-products'>,
): Refusal | undefined {
  const quota = choices[quotas[operation]];
  const count = memory.created.get(operation) ?? 0;
  if (quota !== 'none' && count >= quota)
    return refuse(choices['business-status'], [
      {
        detail: `there are ${quota} already, which is as many as there may be`,
        reason: choiceReason(quotas[operation]),
      },
    ]);
  memory.created.set(operation, count + 1);
  return undefined;
}
