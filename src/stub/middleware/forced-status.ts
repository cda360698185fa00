import { isLost, type Middleware, type Reply } from '../../http/exchange.ts';
import type { Choices } from '../choices/choices.ts';
import { reject } from '../replies/rejection.ts';
import { emptyReply, withHeader } from '../replies/reply.ts';
import { writeReply } from '../replies/write-reply.ts';

/** Statuses that never have a body. */
const bodiless: readonly number[] = [204, 205, 304];

/** Whether a number is a valid status of a final reply. */
export const isFinalStatus = (status: number): boolean =>
  Number.isInteger(status) && status >= 200 && status <= 599;

/**
 * Responses to every request with one status: with an error from 400 on, otherwise with the default response under that
 * status.
 */
export function forceStatus(status: number, choices: Choices, retryAfter = 1): Middleware {
  return (next) => async (call) => {
    if (status >= 400) return rejectionOf(status, choices, retryAfter);
    const reply = await next(call);
    if (isLost(reply)) return reply;
    if (!bodiless.includes(status)) return { ...reply, status };
    return emptyReply(
      status,
      reply.headers.filter(([name]) => !name.toLowerCase().startsWith('content-')),
    );
  };
}

function rejectionOf(status: number, choices: Choices, retryAfter: number): Reply {
  const rejection = reject(status, [
    { detail: 'this status was requested; nothing is wrong with the request' },
  ]);
  const reply = { ...writeReply(rejection, choices), ms: 0 };
  return status === 429 ? withHeader(reply, 'retry-after', String(retryAfter)) : reply;
}
