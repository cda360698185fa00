import type { Contract } from '../../src/contract/contract.ts';
import type { Exchange, Transport } from '../../src/http/exchange.ts';
import type { Context } from '../core/context.ts';
import type { Target } from '../core/target.ts';
import { createAnswerReader } from '../interface/read-answer.ts';
import { withinLimits } from '../transport/limits.ts';
import { createContext } from './context.ts';
import { createRequestSender, type RequestSender } from './request-sender.ts';

/** What sends requests to a target outside a run: nothing is checked, and nothing is created. */
type OutsideClient = {
  readonly context: Context;
  readonly sender: RequestSender;
  readonly exchanges: () => readonly Exchange[];
};

/** Opens a client of a target outside a run. */
export function openOutsideClient({
  contract,
  target,
  transport,
}: {
  readonly contract: Contract;
  readonly target: Target;
  readonly transport: Transport;
}): OutsideClient {
  const exchanges: Exchange[] = [];
  const bounded = withinLimits(transport);
  const recorded: Transport = async (call) => {
    const reply = await bounded(call);
    exchanges.push({ call, reply });
    return reply;
  };
  const events = { onAnswer: () => {}, onInterrupted: () => {} };
  const sender = createRequestSender(contract, recorded, createAnswerReader(contract, target), events);
  const setting = { contract, target, seed: 0, draws: 0, nonce: '00000000' };
  const context = createContext(setting, sender, {
    writesLeft: () => 0,
    moreWrites: { kind: 'option', option: '--allow-writes', value: '' },
    memory: new Map(),
  });
  return { context, sender, exchanges: () => exchanges };
}
