import { getHeapStatistics } from 'node:v8';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { excessOf, measure } from '../../src/json/body.ts';

/** What a value takes once it is read, in bytes, however few stand for it in the text. */
const bytesPerValue = 160;

/** More values than a page of products has: beyond them each record is small, and what is kept about it takes more than it does. */
const crowd = 20_000;
const bytesInCrowd = 400;

/** What a byte takes: it is kept in the body, and in the texts that are read from it. */
const bytesPerByte = 2;

/** What the responses of a run may take in all, however much memory the machine has; at most a quarter of what this process may use: beyond that, collecting garbage takes most of the time. */
export const mostHeld = Math.min(getHeapStatistics().heap_size_limit / 4, 224 * 2 ** 20);

/** A transport that gives up responses before they fill the memory (READINGS 29). */
export function withinLimits(transport: Transport, limit = mostHeld): Transport {
  let held = 0;
  /** Equal bodies are one, and take their memory once. */
  const counted = new WeakSet<Uint8Array>();
  return async (call) => {
    const reply = await transport(call);
    if (isLost(reply) || counted.has(reply.body)) return reply;
    const given = (detail: string) => ({ lost: 'oversize', detail, ms: reply.ms }) as const;
    const excess = excessOf(reply.body);
    if (excess !== undefined) return given(`the response contains ${excess}`);
    const { values } = measure(reply.body);
    const taken =
      reply.body.byteLength * bytesPerByte +
      Math.min(values, crowd) * bytesPerValue +
      Math.max(0, values - crowd) * bytesInCrowd;
    if (held + taken > limit)
      return given(`the responses of this run take more than ${Math.round(limit / 2 ** 20)} MiB of memory`);
    held += taken;
    counted.add(reply.body);
    return reply;
  };
}
