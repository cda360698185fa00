import { getHeapStatistics } from 'node:v8';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { measure } from '../../src/json/body.ts';

/** How many values one reply may hold: a body of a few megabytes could fill gigabytes with empty ones. */
const valueLimit = 250_000;

/** What a value takes once it is read, in bytes, however few stand for it in the text. */
const bytesPerValue = 64;

/** What the replies of a run may take in all: half of what this process may use. */
const usual = getHeapStatistics().heap_size_limit / 2;

/** A transport that gives up replies before they fill the memory (READINGS 29). */
export function withinLimits(transport: Transport, limit = usual): Transport {
  let held = 0;
  return async (call) => {
    const reply = await transport(call);
    if (isLost(reply)) return reply;
    const { values } = measure(reply.body);
    const given = (detail: string) => ({ lost: 'oversize', detail, ms: reply.ms }) as const;
    if (values > valueLimit) return given(`the reply holds more than ${valueLimit} values`);
    const taken = reply.body.byteLength + values * bytesPerValue;
    if (held + taken > limit)
      return given(`the replies of this run take more than ${Math.round(limit / 2 ** 20)} MiB of memory`);
    held += taken;
    return reply;
  };
}
