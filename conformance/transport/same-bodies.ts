import { isLost, type Transport } from '../../src/http/exchange.ts';

/** A transport on which equal bodies of reads are one: it is kept once, and read once. */
export function sharingBodies(transport: Transport): Transport {
  // Bodies that are not kept elsewhere are not kept here either.
  const known = new Map<number, WeakRef<Uint8Array>[]>();
  return async (call) => {
    const reply = await transport(call);
    if (isLost(reply) || call.body) return reply;
    const { body } = reply;
    const alike = (known.get(body.byteLength) ?? []).filter((one) => one.deref());
    const same = alike
      .map((one) => one.deref())
      .find((one) => one === body || (one && Buffer.compare(one, body) === 0));
    if (same) return same === body ? reply : { ...reply, body: same };
    alike.push(new WeakRef(body));
    known.set(body.byteLength, alike);
    return reply;
  };
}
