import { getHeapStatistics } from 'node:v8';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { excessOf, longestBody, measure } from '../../src/json/body.ts';
import { details } from '../core/lost-details.ts';

/** The most bytes of a body that are kept, far more than a report shows. */
export const keptOfBody = 256 * 1024;

/**
 * The most bytes of all bodies of a run, four times what a check usually returns; beyond it, little of each is kept.
 */
const keptOfAll = 20 * 1024 * 1024;

const keptWhenFull = 4 * 1024;

export function countKept(): (size: number) => number {
  let taken = 0;
  return (size) => {
    const room = Math.min(size, taken < keptOfAll ? keptOfBody : keptWhenFull);
    taken += room;
    return room;
  };
}

const bytesPerValue = 160;

/** Beyond so many values, what is kept about each takes more. */
const manyValues = 20_000;

const bytesBeyondMany = 400;

/** A byte is in the body and in the texts read from it. */
const bytesPerByte = 2;

/**
 * The most memory for all responses of a run. Beyond a quarter of the heap, garbage collection takes most of the
 * time.
 */
export const mostHeld = Math.min(getHeapStatistics().heap_size_limit / 4, 224 * 2 ** 20);

/** Gives responses up before they fill the memory (READINGS 29). */
export function withinLimits(transport: Transport, limit = mostHeld): Transport {
  let used = 0;
  const counted = new WeakSet<Uint8Array>();
  return async (request) => {
    // What there is no room for is not even read: it would be garbage, which fills the memory before it is collected.
    const mostBytes = Math.min(longestBody, Math.floor((limit - used) / bytesPerByte));
    const response = await transport({ ...request, mostBytes });
    const given = (detail: string) => ({ lost: 'oversize', detail, ms: response.ms }) as const;
    if (isLost(response)) {
      const isForRoom = response.lost === 'oversize' && mostBytes < longestBody;
      return isForRoom ? given(details.memory(limit)) : response;
    }
    if (counted.has(response.body)) return response;
    const excess = excessOf(response.body);
    if (excess !== undefined) return given(details.excess(excess));
    const { values } = measure(response.body);
    const taken =
      response.body.byteLength * bytesPerByte +
      Math.min(values, manyValues) * bytesPerValue +
      Math.max(0, values - manyValues) * bytesBeyondMany;
    if (used + taken > limit) return given(details.memory(limit));
    used += taken;
    counted.add(response.body);
    return response;
  };
}

/** Shares equal bodies of reads, which are then kept and parsed once. */
export function sharingBodies(transport: Transport): Transport {
  // Weak, so that bodies are not kept only for this.
  const known = new Map<number, WeakRef<Uint8Array>[]>();
  return async (request) => {
    const response = await transport(request);
    if (isLost(response) || request.body) return response;
    const { body } = response;
    const alike = (known.get(body.byteLength) ?? []).filter((one) => one.deref());
    const same = alike
      .map((one) => one.deref())
      .find((one) => one === body || (one && Buffer.compare(one, body) === 0));
    if (same) return same === body ? response : { ...response, body: same };
    alike.push(new WeakRef(body));
    known.set(body.byteLength, alike);
    return response;
  };
}
