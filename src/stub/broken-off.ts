import type { Lost, Reply } from '../wire/exchange.ts';

/**
 * A reply that stops halfway. For whoever calls in process it is lost; over a socket, what was begun goes out
 * before the line goes dead.
 */
export type BrokenOff = Lost & {
  /** Its headers promise the whole body; its body is what goes out of it. */
  readonly begun: Reply;
  readonly ending: 'hang-up' | 'stall';
};

/** Tells a reply that stops halfway from one that never came, and from a whole one. */
export const isBrokenOff = (reply: Reply | Lost): reply is BrokenOff => 'begun' in reply;

/** Breaks a reply off after so many bytes of its body; after half of it, unless told otherwise. */
export function breakOff(reply: Reply, ending: BrokenOff['ending'], after?: number): BrokenOff {
  const kept = Math.min(after ?? Math.floor(reply.body.byteLength / 2), reply.body.byteLength);
  return {
    lost: ending === 'stall' ? 'timeout' : 'connection',
    detail: `the reply stops after ${kept} of ${reply.body.byteLength} bytes`,
    ms: reply.ms,
    begun: { ...reply, body: reply.body.subarray(0, kept) },
    ending,
  };
}
