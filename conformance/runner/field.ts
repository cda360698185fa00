import type { Exchange } from '../../src/http/exchange.ts';
import type { Answer } from '../core/evidence.ts';
import type { Field, Look, Setting } from '../core/look.ts';
import { createPremises, mostShown } from '../core/premises.ts';
import { Withheld } from '../core/verdict.ts';
import { answerToOtherCall } from '../interface/read-answer.ts';
import type { Arrival, Road } from './road.ts';

/** What the experiments of a run have in common. */
type Common = Pick<Look, 'writesLeft' | 'moreWrites'> & {
  /** What is made once in the run. */
  readonly memory: Map<string, unknown>;
};

/** What an experiment may do, over the road of the run. */
export function createLook(setting: Setting, road: Road, { memory, ...writes }: Common): Look {
  const recent: Exchange[] = [];
  const answered = async (arriving: Promise<Arrival>): Promise<Answer> => {
    const { exchange, answer, stopped } = await arriving;
    recent.push(exchange);
    // More than the last is never shown, and a run has hundreds.
    if (recent.length > mostShown) recent.shift();
    if (stopped) throw new Withheld('inconclusive', stopped.why, stopped.remedy, [exchange]);
    return answer ?? answerToOtherCall(exchange);
  };
  return {
    ...setting,
    send: (call) => answered(road.send(call)),
    sendAfresh: (call) => answered(road.sendAfresh(call)),
    ...createPremises(recent),
    ...writes,
    exchange: async (call) => (await road.send(call)).exchange,
    shared: <T>(key: string, make: () => T): T => {
      if (!memory.has(key)) memory.set(key, make());
      return memory.get(key) as T;
    },
  };
}

/** What an experiment may do: what it hands over goes to the bench of the run. */
export const createField = (look: Look, handOver: Pick<Field, 'report' | 'sample'>): Field => ({
  ...look,
  ...handOver,
});
