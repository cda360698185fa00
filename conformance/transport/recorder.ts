import { type Contract, operationIds } from '../../src/contract/contract.ts';
import {
  type Call,
  type Exchange,
  header,
  isLost,
  type Lost,
  type Reply,
  type Transport,
} from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at } from '../../src/json/json.ts';
import { mayNameSecret, secretsInReply } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor, type Redactor } from '../../src/secrets/redactor.ts';
import type { Created } from '../core/created.ts';
import { countKept } from './kept.ts';
import { isWrite } from './max-writes.ts';

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
