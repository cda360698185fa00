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
import { createRedactor, type Redactor } from '../../src/secrets/redactor.ts';
import type { Created } from '../core/created.ts';
import type { Answer, Interrupted } from '../core/evidence.ts';
import { operationOf } from '../core/operation-of.ts';
import type { Remedy } from '../core/remedies.ts';
import { transientFailure } from '../core/status.ts';
import type { AnswerReader } from './read-answer.ts';
import { createRequestCache, isWrite } from './send.ts';

/** The most that is kept of a body, in bytes: far more than any report shows of it. */
export const keptOfBody = 256 * 1024;

/** The most that is kept of all bodies of a run, which is some four times what a check of a usual server returns. */
const keptOfAll = 20 * 1024 * 1024;
/** What is kept of a body beyond that. */
const keptWhenFull = 4 * 1024;

/** Counts what is kept of bodies: how much may be kept of one more body, given its size in bytes. */
export function countKept(): (size: number) => number {
  let taken = 0;
  return (size) => {
    const room = Math.min(size, taken < keptOfAll ? keptOfBody : keptWhenFull);
    taken += room;
    return room;
  };
}

/** The memory that a value takes once it is read, in bytes, however short its text is. */
const bytesPerValue = 160;

/** More values than a page of products has: beyond them each record is small, and what is kept about it takes more than it does. */
const crowd = 20_000;
const bytesInCrowd = 400;

/** What a byte takes: it is kept in the body, and in the texts that are read from it. */
const bytesPerByte = 2;

/** What the responses of a run may take in all, however much memory the machine has; at most a quarter of what this process may use: beyond that, collecting garbage takes most of the time. */
export const mostHeld = Math.min(getHeapStatistics().heap_size_limit / 4, 224 * 2 ** 20);

/** A transport that gives up responses before they fill the memory (READINGS 29). */
export function withinLimits(transport: Transport, limit = mostHeld): Transport {
  let held = 0;
  /** Equal bodies are one, and take their memory once. */
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
      Math.min(values, crowd) * bytesPerValue +
      Math.max(0, values - crowd) * bytesInCrowd;
    if (held + taken > limit)
      return given(`the responses of this run take more than ${Math.round(limit / 2 ** 20)} MiB of memory`);
    held += taken;
    counted.add(reply.body);
    return reply;
  };
}

/** A transport on which equal bodies of reads are one: it is kept once, and read once. */
export function sharingBodies(transport: Transport): Transport {
  // Bodies that are not kept elsewhere are not kept here either.
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

/** An exchange, and when it began (ISO 8601). */
export type TimedExchange = Exchange & {
  readonly startedAt: string;
  /** How many bytes the body of the response had, where only its beginning is kept. */
  readonly bodySize?: number;
};

/** The header in which only the stub names the clause for which it rejects a request. */
const stubHeader = 'assay-clause';

/** A transport that is watched, and what was seen on it so far. */
type Recorder = {
  readonly transport: Transport;
  /** How many calls really went out. */
  readonly sent: () => number;
  /** Records that were created. */
  readonly created: () => readonly Created[];
  /** Knows the secrets that responses returned. */
  readonly redactor: Redactor;
  /** Whether a response gave the reason of the stub for its rejection. */
  readonly isReferenceStub: () => boolean;
  /** Everything that was sent and what came back, where that is kept. */
  readonly exchanges: () => readonly TimedExchange[];
};

/**
 * Watches a transport: nothing can be deleted through this contract, so what was created is told.
 * Exchanges are kept only where `keep` asks for it: a run has hundreds.
 */
export function createRecorder(contract: Contract, transport: Transport, keep = false): Recorder {
  const created: Created[] = [];
  const redactor = createRedactor();
  const exchanges: TimedExchange[] = [];
  const roomFor = countKept();
  let sent = 0;
  let isReferenceStub = false;
  return {
    transport: async (call) => {
      sent += 1;
      const startedAt = Date.now();
      const reply = await transport(call);
      if (keep)
        exchanges.push({ call, ...kept(reply, roomFor), startedAt: new Date(startedAt).toISOString() });
      if (!isLost(reply)) {
        isReferenceStub ||= header(reply.headers, stubHeader) !== undefined;
        if (!redactor.isFull() && mayNameSecret(reply.body)) redactor.learn(secretsInReply({ call, reply }));
        const record = recordLeft(contract, call, reply);
        if (record) created.push(record);
      }
      return reply;
    },
    sent: () => sent,
    isReferenceStub: () => isReferenceStub,
    created: () =>
      created.toSorted((one, other) =>
        one.operation < other.operation ? -1 : Number(one.operation > other.operation),
      ),
    redactor,
    exchanges: () => exchanges,
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
  if (!isWrite(call) || reply.status < 200 || reply.status > 299) return undefined;
  const path = call.target.split('?')[0];
  const operation = operationIds.find((id) => contract.operations[id].path === path);
  const body = readBody(reply.body);
  const id = 'json' in body ? at(body.json, 'data', 'id') : undefined;
  return { operation: operation ?? `${call.method} ${path}`, id: typeof id === 'string' ? id : null };
}

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
