import type { Transport } from '../../src/http/exchange.ts';
import type { ContractAndTarget } from '../core/context.ts';
import type { Deliver, RunExchange } from '../core/exchange.ts';
import type { Kind } from '../core/kind.ts';
import { withinLimits } from './memory-limits.ts';
import { createExchangeReader } from './read-exchange.ts';
import { createContext } from './run-context.ts';
import { createRequestSender } from './sending/request-sender.ts';

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
