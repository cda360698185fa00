import type { Contract } from '../../src/contract/contract.ts';
import { isStateful } from '../../src/contract/operations/operations.ts';
import {
  type Call,
  type Exchange,
  isLost,
  type Lost,
  type Reply,
  type Transport,
} from '../../src/http/exchange.ts';
import type { Answer, Interrupted } from '../core/evidence.ts';
import type { Remedy } from '../core/remedies.ts';
import { transientFailure } from '../core/status.ts';
import { operationOf } from '../interface/operation-of.ts';
import type { AnswerReader } from '../interface/read-answer.ts';
import { createRequestCache } from '../transport/cache.ts';

/** The result of a call: the exchange, and the response read from it where it is one. */
export type Arrival = {
  readonly exchange: Exchange;
  readonly answer?: Answer;
  readonly stopped?: { why: string; remedy?: Remedy };
};

/** The sender of one run to its target. Whatever comes over it is evidence. */
export type RequestSender = {
  /** Equal reads share one exchange, except of what other requests create. */
  readonly send: (call: Call) => Promise<Arrival>;
  readonly sendAfresh: (call: Call) => Promise<Arrival>;
  /** Whether a path and query was sent before: a cache may know it. */
  readonly wasSent: (target: string) => boolean;
};

/** Told of what comes over the sender. */
type SenderEvents = {
  readonly onAnswer: (answer: Answer) => void;
  readonly onInterrupted: (call: Interrupted) => void;
};

/** Opens the sender over a transport. */
export function createRequestSender(
  contract: Contract,
  transport: Transport,
  read: AnswerReader,
  events: SenderEvents,
): RequestSender {
  const cache = createRequestCache<Arrival>();
  const sent = new Set<string>();
  let turns = 0;
  const sendAfresh = async (asked: Call): Promise<Arrival> => {
    turns += 1;
    const turn = turns;
    sent.add(asked.target);
    const reply = await transport(asked);
    const call = (!isLost(reply) && reply.sent) || asked;
    const stopped = transientFailure(reply);
    if (stopped) tellInterrupted(call, reply, stopped);
    if (isLost(reply) || stopped) return { exchange: { call, reply }, ...(stopped ? { stopped } : {}) };
    const answer = read(call, reply, turn);
    if (answer) events.onAnswer(answer);
    return { exchange: answer ?? { call, reply }, ...(answer ? { answer } : {}) };
  };
  function tellInterrupted(call: Call, reply: Reply | Lost, stopped: { why: string; remedy?: Remedy }): void {
    const operation = operationOf(call);
    if (operation && call.method === contract.operations[operation].method)
      events.onInterrupted({ call, reply, operation, ...stopped });
  }
  /** Whether an equal call later may get another response. */
  const isStatefulCall = (call: Call): boolean => {
    const operation = operationOf(call);
    return call.body !== undefined || (operation !== undefined && isStateful(operation));
  };
  return {
    sendAfresh,
    send: (call) => (isStatefulCall(call) ? sendAfresh(call) : cache(call, sendAfresh)),
    wasSent: (target) => sent.has(target),
  };
}
