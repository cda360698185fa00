import { type Context, createPremises, mostShown, type Setting } from '../core/context.ts';
import type { ReadExchange } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { Withheld } from '../core/verdict.ts';
import { responseToOtherRequest } from './read-exchange.ts';
import type { RequestSender } from './sending/request-sender.ts';

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
