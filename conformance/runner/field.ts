import type { Exchange } from '../../src/http/exchange.ts';
import type { Answer } from '../core/evidence.ts';
import type { Field, Look, Present, Setting } from '../core/look.ts';
import { Withheld } from '../core/verdict.ts';
import { answerToOtherCall } from '../interface/read-answer.ts';
import type { Arrival, Road } from './road.ts';

/** What the observations and the experiments of a run have in common. */
type Common = Pick<Look, 'writesLeft' | 'moreWrites'> & {
  /** What is made once in the run. */
  readonly memory: Map<string, unknown>;
};

/** How many exchanges are shown of what keeps a look from seeing. */
const mostShown = 2;

/** What an observation or an experiment may do, over the road of the run; what it rests on last is kept in `recent`. */
export function createLook(
  setting: Setting,
  road: Road,
  { memory, ...writes }: Common,
  recent: Exchange[] = [],
): Look {
  const show = (exchange: Exchange): void => {
    recent.push(exchange);
    // More than the last is never shown, and a run has hundreds.
    if (recent.length > mostShown) recent.shift();
  };
  const answered = async (arriving: Promise<Arrival>): Promise<Answer> => {
    const { exchange, answer, stopped } = await arriving;
    show(exchange);
    if (stopped) throw new Withheld('inconclusive', stopped.why, stopped.remedy, [exchange]);
    return answer ?? answerToOtherCall(exchange);
  };
  const premise =
    (verdict: 'inconclusive' | 'untested') =>
    <T>(value: T, why: string, remedy?: string): Present<T> => {
      if (value === undefined || value === null || value === false)
        throw new Withheld(verdict, why, remedy, recent.slice());
      return value as Present<T>;
    };
  return {
    ...setting,
    send: (call) => answered(road.send(call)),
    sendAfresh: (call) => answered(road.sendAfresh(call)),
    assume: premise('inconclusive'),
    occasion: premise('untested'),
    ...writes,
    exchange: async (call) => (await road.send(call)).exchange,
    show,
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
