import { isLost, type Lost, type Reply, type Transport } from '../../src/http/exchange.ts';
import { keyOf } from '../transport/cache.ts';

/** A transport, and what it said to what it was asked. */
export type Recorded = { readonly transport: Transport; readonly said: ReadonlyMap<string, string> };

/** Keeps what a transport says. */
export function recorded(transport: Transport): Recorded {
  const said = new Map<string, string>();
  return {
    transport: async (call) => {
      const reply = await transport(call);
      said.set(keyOf(call), toldBy(reply));
      return reply;
    },
    said,
  };
}

/** Whether one transport said to everything that it was asked what another said. */
export const saysTheSame = (one: Recorded, other: Recorded): boolean =>
  [...one.said].every(([asked, told]) => other.said.get(asked) === told);

/** What a response says that the specification has a say in: why something is rejected, it does not specify. */
function toldBy(reply: Reply | Lost): string {
  if (isLost(reply)) return reply.lost;
  const isRejection = reply.status >= 400 && reply.status <= 499;
  return isRejection ? 'rejected' : `${reply.status} ${Buffer.from(reply.body).toString('latin1')}`;
}
