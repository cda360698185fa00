import type { Transport } from '../../src/http/exchange.ts';
import {
  type Context,
  type ContractAndTarget,
  createPremises,
  mostShown,
  type Setting,
} from '../core/context.ts';
import type { ReadExchange } from '../core/evidence.ts';
import type { Deliver, RunExchange } from '../core/exchange.ts';
import type { Kind } from '../core/kind.ts';
import { Withheld } from '../core/verdict.ts';
import { withinLimits } from './memory-limits.ts';
import { createExchangeReader, responseToOtherRequest } from './read-exchange.ts';
import { createRequestSender, type RequestSender } from './sending/request-sender.ts';

type Common = Pick<Context, 'writesLeft' | 'moreWrites' | 'pause'> & {
  readonly memory: Map<string, unknown>;
};

export function createContext(
  setting: Setting,
  sender: RequestSender,
  { memory, ...writes }: Common,
): Context {
  const recent: RunExchange[] = [];
  const received = async (arriving: ReturnType<RequestSender['send']>): Promise<ReadExchange> => {
    const { exchange, read, stopped } = await arriving;
    recent.push(exchange);
    // Only the last are shown, and a run has hundreds.
    if (recent.length > mostShown) recent.shift();
    if (stopped) throw new Withheld('inconclusive', stopped.why, stopped.remedy, [exchange]);
    return read ?? responseToOtherRequest(setting.contract, exchange);
  };
  const shared = <T>(key: string, make: () => T): T => {
    if (!memory.has(key)) memory.set(key, make());
    return memory.get(key) as T;
  };
  return {
    ...setting,
    send: (request) => received(sender.send(request)),
    sendAfresh: (request) => received(sender.sendAfresh(request)),
    ...createPremises(recent),
    ...writes,
    exchange: async (request) => (await sender.send(request)).exchange,
    exchangeAfresh: async (request) => (await sender.sendAfresh(request)).exchange,
    shared,
    sharedByAll: shared,
  };
}

/** Sends requests outside a run; nothing is checked or created. */
export function openOutsideClient({
  contract,
  target,
  transport,
  kinds,
}: ContractAndTarget & {
  readonly transport: Transport;
  readonly kinds: readonly Kind[];
}) {
  const exchanges: RunExchange[] = [];
  const bounded = withinLimits(transport);
  const deliver: Deliver = async (request) => {
    const id = exchanges.length + 1;
    const exchange = { id, request, response: await bounded(request) };
    exchanges.push(exchange);
    return exchange;
  };
  const events = { onExchange: () => {}, onInterrupted: () => {} };
  const sender = createRequestSender(
    contract,
    deliver,
    createExchangeReader(contract, target, kinds),
    events,
  );
  const setting = { contract, target, seed: 0, draws: 0, nonce: '00000000' };
  const context = createContext(setting, sender, {
    writesLeft: () => 0,
    moreWrites: { kind: 'option', option: '--allow-writes', value: '' },
    pause: async () => undefined,
    memory: new Map(),
  });
  return { context, sender, exchanges: (): readonly RunExchange[] => exchanges };
}
