import { getHeapStatistics } from 'node:v8';
import { type Contract, operationIds } from '../../src/contract/contract.ts';
import { isStateful } from '../../src/contract/operations.ts';
import {
  type Call,
  type Exchange,
  header,
  isLost,
  type Lost,
  type Reply,
  type Transport,
} from '../../src/http/exchange.ts';
import { excessOf, measure, readBody } from '../../src/json/body.ts';
import { at } from '../../src/json/json.ts';
import { mayNameSecret, secretsInReply } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import type { Answer, Created, Interrupted } from '../core/evidence.ts';
import { operationOf } from '../core/operation-of.ts';
import type { Remedy } from '../core/remedies.ts';
import { isAccepted, transientFailure } from '../core/status.ts';
import type { AnswerReader } from './read-answer.ts';
import { createRequestCache, isWrite } from './send.ts';

/** The most bytes of a body that are kept, far more than a report shows. */
export const keptOfBody = 256 * 1024;

/**
 * The most bytes of all bodies of a run, four times what a check usually returns; beyond it, little of each is kept.
 */
const keptOfAll = 20 * 1024 * 1024;
const keptWhenFull = 4 * 1024;

export function countKept(): (size: number) => number {
  let taken = 0;
  return (size) => {
    const room = Math.min(size, taken < keptOfAll ? keptOfBody : keptWhenFull);
    taken += room;
    return room;
  };
}

const bytesPerValue = 160;

/** Beyond so many values, what is kept about each takes more. */
const manyValues = 20_000;
const bytesBeyondMany = 400;

/** A byte is in the body and in the texts read from it. */
const bytesPerByte = 2;

/**
 * The most memory for all responses of a run. Beyond a quarter of the heap, garbage collection takes most of the
 * time.
 */
export const mostHeld = Math.min(getHeapStatistics().heap_size_limit / 4, 224 * 2 ** 20);

/** Gives responses up before they fill the memory (READINGS 29). */
export function withinLimits(transport: Transport, limit = mostHeld): Transport {
  let used = 0;
  const counted = new WeakSet<Uint8Array>();
  return async (call) => {
    const reply = await transport(call);
    if (isLost(reply) || counted.has(reply.body)) return reply;
    const given = (detail: string) => ({ lost: 'oversize', detail, ms: reply.ms }) as const;
    const excess = excessOf(reply.body);
    if (excess !== undefined) return given(`the response contains ${excess}`);
    const { values } = measure(reply.body);
    const taken =
      reply.body.byteLength * bytesPerByte +
      Math.min(values, manyValues) * bytesPerValue +
      Math.max(0, values - manyValues) * bytesBeyondMany;
    if (used + taken > limit)
      return given(`the responses of this run take more than ${Math.round(limit / 2 ** 20)} MiB of memory`);
    used += taken;
    counted.add(reply.body);
    return reply;
  };
}

/** Shares equal bodies of reads, which are then kept and parsed once. */
export function sharingBodies(transport: Transport): Transport {
  // Weak, so that bodies are not kept only for this.
  const known = new Map<number, WeakRef<Uint8Array>[]>();
  return async (call) => {
    const reply = await transport(call);
    if (isLost(reply) || call.body) return reply;
    const { body } = reply;
    const alike = (known.get(body.byteLength) ?? []).filter((one) => one.deref());
    const same = alike
      .map((one) => one.deref())
      .find((one) => one === body || (one && Buffer.compare(one, body) === 0));
    if (same) return same === body ? reply : { ...reply, body: same };
    alike.push(new WeakRef(body));
    known.set(body.byteLength, alike);
    return reply;
  };
}

export type TimedExchange = Exchange & {
  readonly startedAt: string;
  readonly bodySize?: number;
};

/** Only the stub sends this header, with the clause for a rejection. */
const stubHeader = 'assay-clause';

/**
 * Records created records, since this interface cannot delete them. Exchanges are kept only with `keep`: a run has
 * hundreds.
 */
export function createRecorder(contract: Contract, transport: Transport, keep = false) {
  const created: Created[] = [];
  const redactor = createRedactor();
  const exchanges: TimedExchange[] = [];
  const roomFor = countKept();
  let sent = 0;
  let isReferenceStub = false;
  const record: Transport = async (call) => {
    sent += 1;
    const startedAt = Date.now();
    const reply = await transport(call);
    if (keep) exchanges.push({ call, ...kept(reply, roomFor), startedAt: new Date(startedAt).toISOString() });
    if (!isLost(reply)) {
      isReferenceStub ||= header(reply.headers, stubHeader) !== undefined;
      if (!redactor.isFull() && mayNameSecret(reply.body)) redactor.learn(secretsInReply({ call, reply }));
      const left = recordLeft(contract, call, reply);
      if (left) created.push(left);
    }
    return reply;
  };
  return {
    transport: record,
    sent: () => sent,
    isReferenceStub: () => isReferenceStub,
    created: (): readonly Created[] =>
      created.toSorted((one, other) =>
        one.operation < other.operation ? -1 : Number(one.operation > other.operation),
      ),
    redactor,
    exchanges: (): readonly TimedExchange[] => exchanges,
  };
}

function kept(
  reply: Reply | Lost,
  roomFor: (size: number) => number,
): Pick<TimedExchange, 'reply' | 'bodySize'> {
  if (isLost(reply)) return { reply };
  const size = reply.body.byteLength;
  const room = roomFor(size);
  return room < size ? { reply: { ...reply, body: reply.body.slice(0, room) }, bodySize: size } : { reply };
}

function recordLeft(contract: Contract, call: Call, reply: Reply): Created | undefined {
  if (!isWrite(call) || !isAccepted({ reply })) return undefined;
  const path = call.target.split('?')[0];
  const operation = operationIds.find((id) => contract.operations[id].path === path);
  const body = readBody(reply.body);
  const id = 'json' in body ? at(body.json, 'data', 'id') : undefined;
  return { operation: operation ?? `${call.method} ${path}`, id: typeof id === 'string' ? id : null };
}

export type Arrival = {
  readonly exchange: Exchange;
  readonly answer?: Answer;
  readonly stopped?: { why: string; remedy?: Remedy };
};

export type RequestSender = {
  /** Equal reads share one exchange, except of records that other requests create. */
  readonly send: (call: Call) => Promise<Arrival>;
  readonly sendAfresh: (call: Call) => Promise<Arrival>;
  /** Whether a target was requested before, so that a cache may know it. */
  readonly wasSent: (target: string) => boolean;
};

type SenderEvents = {
  readonly onAnswer: (answer: Answer) => void;
  readonly onInterrupted: (call: Interrupted) => void;
};

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
    const operation = operationOf(call);
    if (stopped && operation && call.method === contract.operations[operation].method)
      events.onInterrupted({ call, reply, operation, ...stopped });
    if (isLost(reply) || stopped) return { exchange: { call, reply }, ...(stopped ? { stopped } : {}) };
    const answer = read(call, reply, turn);
    if (answer) events.onAnswer(answer);
    return { exchange: answer ?? { call, reply }, ...(answer ? { answer } : {}) };
  };
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
