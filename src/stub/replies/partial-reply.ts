import type { Lost, Reply } from '../../http/exchange.ts';

/**
 * A response that stops halfway. To a caller in process it is lost; over a socket, its beginning is sent before the
 * connection closes or stalls.
 */
export type PartialReply = Lost & {
  /** What is sent: headers for the whole body, but only the beginning of it. */
  readonly sent: Reply;
  readonly ending: 'close' | 'stall';
};

/** Whether a response stops halfway. */
export const isPartial = (reply: Reply | Lost): reply is PartialReply => 'sent' in reply;

/** Cuts a response off after some bytes of its body; by default after half of it. */
export function cutOff(reply: Reply, ending: PartialReply['ending'], after?: number): PartialReply {
  const kept = Math.min(after ?? Math.floor(reply.body.byteLength / 2), reply.body.byteLength);
  return {
    lost: ending === 'stall' ? 'timeout' : 'connection',
    detail: `the response stops after ${kept} of ${reply.body.byteLength} bytes`,
    ms: reply.ms,
    sent: { ...reply, body: reply.body.subarray(0, kept) },
    ending,
  };
}
