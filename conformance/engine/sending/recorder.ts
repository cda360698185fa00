import { AsyncLocalStorage } from 'node:async_hooks';
import type { Contract } from '../../../src/contract/contract.ts';
import { type HttpResponse, header, isLost, type Lost, type Transport } from '../../../src/http/exchange.ts';
import { mayNameSecret, secretsInResponse } from '../../../src/secrets/exchange-secrets.ts';
import { redactorOf } from '../../../src/secrets/redactor.ts';
import type { RunExchange } from '../../core/exchange.ts';
import { countKept } from '../memory-limits.ts';
import type { NumberedRequest } from './retries.ts';

export type TimedExchange = RunExchange & {
  readonly startedAt: string;
  readonly bodySize?: number;
};

/** Only the stub sends this header, with the clause for a rejection. */
const stubHeader = 'assay-clause';

/** The experiment for which requests are sent, even if what sends them is shared by several. */
export const experimentSending = new AsyncLocalStorage<string>();

/** Counts requests, learns secrets, and keeps exchanges with `keep` only: a run has hundreds. */
export function createRecorder(contract: Contract, transport: Transport, keep = false) {
  const redactor = redactorOf(contract);
  const exchanges: TimedExchange[] = [];
  const roomFor = countKept();
  let sent = 0;
  const sentFor = new Map<string, number>();
  let isReferenceStub = false;
  const record: Transport<NumberedRequest> = async ({ id, isDue: _isDue, ...request }) => {
    const experiment = experimentSending.getStore();
    if (experiment !== undefined) sentFor.set(experiment, (sentFor.get(experiment) ?? 0) + 1);
    sent += 1;
    const startedAt = new Date().toISOString();
    const response = await transport(request);
    if (keep) exchanges.push({ id, request, ...keptResponse(response, roomFor), startedAt });
    if (!isLost(response)) {
      isReferenceStub ||= header(response.headers, stubHeader) !== undefined;
      if (!redactor.isFull() && mayNameSecret(contract, response.body))
        redactor.learn(secretsInResponse(contract, { request, response }));
    }
    return response;
  };
  return {
    transport: record,
    sent: () => sent,
    sentFor: (experiment: string): number => sentFor.get(experiment) ?? 0,
    isReferenceStub: () => isReferenceStub,
    redactor,
    exchanges: (): readonly TimedExchange[] => exchanges,
  };
}

function keptResponse(
  response: HttpResponse | Lost,
  roomFor: (size: number) => number,
): Pick<TimedExchange, 'response' | 'bodySize'> {
  if (isLost(response)) return { response };
  const size = response.body.byteLength;
  const room = roomFor(size);
  return room < size
    ? { response: { ...response, body: response.body.slice(0, room) }, bodySize: size }
    : { response };
}
