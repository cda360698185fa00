import type { Contract } from '../../src/contract/contract.ts';
import type { Exchange, Transport } from '../../src/http/exchange.ts';
import type { Look } from '../core/look.ts';
import type { Target } from '../core/target.ts';
import { createAnswerReader } from '../interface/read-answer.ts';
import { withinLimits } from '../transport/limits.ts';
import { createLook } from './field.ts';
import { openRoad, type Road } from './road.ts';

/** What sends requests to a target outside a run: nothing is checked, and nothing is created. */
type OutsideClient = {
  readonly look: Look;
  readonly road: Road;
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
  const hearing = { onAnswer: () => {}, onInterrupted: () => {} };
  const road = openRoad(contract, recorded, createAnswerReader(contract, target), hearing);
  const setting = { contract, target, seed: 0, draws: 0, nonce: '00000000' };
  const look = createLook(setting, road, {
    writesLeft: () => 0,
    moreWrites: '--allow-writes',
    memory: new Map(),
  });
  return { look, road, exchanges: () => exchanges };
}
