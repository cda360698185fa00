import { getHeapStatistics } from 'node:v8';
import { measure } from '../../src/wire/body.ts';
import { isLost, type Transport } from '../../src/wire/exchange.ts';

/** How many values one reply may hold: a body of a few megabytes could fill gigabytes with empty ones. */
const valueLimit = 250_000;

/** About what a value takes in memory, and a byte of text. */
const cost = { value: 64, byte: 2 };

/** What the replies of a run may take in all: half of what this process may use. */
const usual = getHeapStatistics().heap_size_limit / 2;

/** A transport that gives up replies before they fill the memory: a run keeps every reply that its rules share. */
export function withinMemory(transport: Transport, limit = usual): Transport {
  let held = 0;
  return async (call) => {
    const reply = await transport(call);
    if (isLost(reply)) return reply;
    const { values } = measure(reply.body);
    const given = (detail: string) => ({ lost: 'oversize', detail, ms: reply.ms }) as const;
    if (values > valueLimit) return given(`the reply holds more than ${valueLimit} values`);
    const weight = cost.byte * reply.body.byteLength + cost.value * values;
    if (held + weight > limit)
      return given(`the replies of this run take more than ${Math.round(limit / 2 ** 20)} MiB of memory`);
    held += weight;
    return reply;
  };
}
