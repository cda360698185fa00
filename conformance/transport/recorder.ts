import { type Contract, operationIds } from '../../src/contract/contract.ts';
import {
  type Call,
  type Exchange,
  isLost,
  type Lost,
  type Reply,
  type Transport,
} from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at } from '../../src/json/json.ts';
import { mayNameSecret, secretsInReply } from '../../src/secrets/exchange-secrets.ts';
import { createKnownSecrets } from '../../src/secrets/known-secrets.ts';
import type { Created } from '../core/created.ts';
import { keptOfBody } from './kept.ts';

/** An exchange, and when it began (ISO 8601). */
export type TimedExchange = Exchange & {
  readonly startedAt: string;
  /** How many bytes the body of the reply had, where only its beginning is kept. */
  readonly bodySize?: number;
};

/** A transport that is watched, and what was seen on it so far. */
export type Recorder = {
  readonly transport: Transport;
  /** How many calls really went out. */
  readonly sent: () => number;
  /** Records that were left behind. */
  readonly created: () => readonly Created[];
  /** Secrets that replies brought. */
  readonly secrets: () => readonly string[];
  /** Whether they are not all, so that no body may be shown. */
  readonly hidesBodies: () => boolean;
  /** Everything that was sent and what came back, where that is kept. */
  readonly exchanges: () => readonly TimedExchange[];
};

/**
 * Watches a transport: nothing can be deleted through this contract, so what was created is told.
 * Exchanges are kept only where `keep` asks for it: a run has hundreds.
 */
export function createRecorder(contract: Contract, transport: Transport, keep = false): Recorder {
  const created: Created[] = [];
  const secrets = createKnownSecrets();
  const exchanges: TimedExchange[] = [];
  let sent = 0;
  return {
    transport: async (call) => {
      sent += 1;
      const startedAt = Date.now();
      const reply = await transport(call);
      if (keep) exchanges.push({ call, ...kept(reply), startedAt: new Date(startedAt).toISOString() });
      if (!isLost(reply)) {
        if (!secrets.isFull() && mayNameSecret(reply.body)) secrets.add(secretsInReply({ call, reply }));
        const record = recordLeft(contract, call, reply);
        if (record) created.push(record);
      }
      return reply;
    },
    sent: () => sent,
    created: () =>
      created.toSorted((one, other) =>
        one.operation < other.operation ? -1 : Number(one.operation > other.operation),
      ),
    secrets: secrets.all,
    hidesBodies: secrets.isFull,
    exchanges: () => exchanges,
  };
}

const kept = (reply: Reply | Lost): Pick<TimedExchange, 'reply' | 'bodySize'> =>
  isLost(reply) || reply.body.byteLength <= keptOfBody
    ? { reply }
    : { reply: { ...reply, body: reply.body.slice(0, keptOfBody) }, bodySize: reply.body.byteLength };

function recordLeft(contract: Contract, { method, target }: Call, reply: Reply): Created | undefined {
  if (method !== 'POST' || reply.status < 200 || reply.status > 299) return undefined;
  const path = target.split('?')[0];
  const operation = operationIds.find((id) => contract.operations[id].path === path);
  const body = readBody(reply.body);
  const id = 'json' in body ? at(body.json, 'data', 'id') : undefined;
  return { operation: operation ?? `POST ${path}`, id: typeof id === 'string' ? id : null };
}
