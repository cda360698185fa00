import { isLost, type Mutant, type Reply } from '../wire/exchange.ts';
import type { Choices } from './choices.ts';
import { refuse } from './refusal.ts';
import { emptyReply, withHeader } from './replies.ts';
import { write } from './write.ts';

/** Statuses that never have a body. */
const bodiless: readonly number[] = [204, 205, 304];

/** Whether it is a status that a final reply can have. */
export const isFinalStatus = (status: number): boolean =>
  Number.isInteger(status) && status >= 200 && status <= 599;

/**
 * Answers with a status, whatever was asked for: from 400 on with an error instead of an answer, below that with
 * the answer under another status.
 */
export function forceStatus(status: number, choices: Choices, retryAfter = 1): Mutant {
  return (next) => async (call) => {
    if (status >= 400) return refusalOf(status, choices, retryAfter);
    const reply = await next(call);
    if (isLost(reply)) return reply;
    if (!bodiless.includes(status)) return { ...reply, status };
    return emptyReply(
      status,
      reply.headers.filter(([name]) => !name.toLowerCase().startsWith('content-')),
    );
  };
}

function refusalOf(status: number, choices: Choices, retryAfter: number): Reply {
  const refusal = refuse(status, [
    { detail: 'this status was asked for; nothing is wrong with the request' },
  ]);
  const reply = { ...write(refusal, choices), ms: 0 };
  return status === 429 ? withHeader(reply, 'retry-after', String(retryAfter)) : reply;
}
