import { type Call, isLost, type OptionRemedy, type Transport } from '../../src/http/exchange.ts';
import { mostWrites } from './bounds.ts';
import { unsent } from './halt.ts';

/** How many requests that create records a run sends by default. */
export const defaultMaxWrites = 300;

/** Methods that leave nothing behind. */
const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a call may create records. */
export const isWrite = ({ method }: Pick<Call, 'method'>): boolean => !reading.includes(method);

/** What is left of the requests that may leave records behind. */
export type Writes = {
  readonly over: (next: Transport) => Transport;
  readonly left: () => number;
  /** The option that would allow more of them. */
  readonly more: OptionRemedy;
};

/** Sends at most so many requests that may leave records behind, repeats included. */
export function createWrites(most: number): Writes {
  let left = most;
  const more: OptionRemedy = {
    kind: 'option',
    option: '--max-writes',
    value: `${Math.min(Math.max(2 * most, defaultMaxWrites), mostWrites)}`,
  };
  return {
    left: () => left,
    more,
    over: (next) => async (call) => {
      if (!isWrite(call)) return next(call);
      if (left === 0) {
        const why = `this run may send no more than ${most} ${most === 1 ? 'request' : 'requests'} that create records`;
        return unsent(why, more);
      }
      left -= 1;
      const reply = await next(call);
      // What a limiter or a firewall stops leaves nothing behind.
      if (!isLost(reply) && [403, 429].includes(reply.status)) left += 1;
      return reply;
    },
  };
}
