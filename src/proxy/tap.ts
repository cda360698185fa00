import type { Call, Header, Reply } from '../http/exchange.ts';

/** An exchange that passed, as it went over the wire: its bodies may be compressed. */
export type Passed = {
  readonly call: Call;
  readonly reply: Reply;
  /** When the request began, in milliseconds since 1970. */
  readonly began: number;
  /** How many bytes of memory its bodies hold. */
  readonly bytes: number;
};

/** How many exchanges passed, and how many of them were not copied. */
export type Counts = {
  passed: number;
  /** Left out because too much was waiting to be looked at. */
  dropped: number;
  /** Left out because a body was longer than {@link longestCopy}. */
  tooLong: number;
  /** Left out because a connection broke off before the reply was complete. */
  brokenOff: number;
  /** Connections that became tunnels, by an upgrade. */
  tunnels: number;
};

/** Copies of exchanges within a bound: whatever they are for, they hold no exchange up. */
export type Tap = {
  readonly counts: Readonly<Counts>;
  /** Begins the copy of an exchange. */
  readonly begin: () => Copy;
  /** Gives the memory of an exchange back that was looked at. */
  readonly giveBack: (bytes: number) => void;
  readonly tunnelled: () => void;
};

/** The copy of one exchange while it passes; it ends in one of three ways. */
export type Copy = {
  readonly sent: (chunk: Buffer) => void;
  readonly received: (chunk: Buffer) => void;
  readonly complete: (call: Omit<Call, 'body'>, status: number, headers: readonly Header[]) => void;
  readonly breakOff: () => void;
};

/** A longer body is passed on, and not copied. */
export const longestCopy = 8 * 1024 * 1024;

/** How many bytes copies may hold together by default. */
const usualRoom = 64 * 1024 * 1024;

/** How much memory a copy holds apart from its bodies, roughly. */
const headSize = 2048;

/** Opens a tap; `take` is handed each copy that is complete, and its memory is held until it is given back. */
export function openTap(take: (passed: Passed) => void, room = usualRoom): Tap {
  const counts: Counts = { passed: 0, dropped: 0, tooLong: 0, brokenOff: 0, tunnels: 0 };
  let held = 0;
  const giveBack = (bytes: number): void => {
    held -= bytes;
  };
  return {
    counts,
    giveBack,
    tunnelled: () => {
      counts.tunnels += 1;
    },
    begin: () => {
      const began = Date.now();
      const start = performance.now();
      const request = emptyBody();
      const reply = emptyBody();
      let bytes = 0;
      let left: 'dropped' | 'tooLong' | undefined;
      const hold = (more: number): void => {
        held += more;
        bytes += more;
        if (held > room) leaveOut('dropped');
      };
      const leaveOut = (why: 'dropped' | 'tooLong'): void => {
        left = why;
        request.chunks.length = 0;
        reply.chunks.length = 0;
        giveBack(bytes);
        bytes = 0;
      };
      const keep = (body: Body, chunk: Buffer): void => {
        if (left) return;
        body.length += chunk.byteLength;
        if (body.length > longestCopy) {
          leaveOut('tooLong');
          return;
        }
        body.chunks.push(chunk);
        hold(chunk.byteLength);
      };
      hold(headSize);
      return {
        sent: (chunk) => keep(request, chunk),
        received: (chunk) => keep(reply, chunk),
        complete: (call, status, headers) => {
          counts.passed += 1;
          if (left) {
            counts[left] += 1;
            return;
          }
          const ms = performance.now() - start;
          take({
            call: request.length > 0 ? { ...call, body: joined(request) } : call,
            reply: { status, headers, body: joined(reply), ms },
            began,
            bytes,
          });
        },
        breakOff: () => {
          counts.brokenOff += 1;
          giveBack(bytes);
        },
      };
    },
  };
}

type Body = { readonly chunks: Buffer[]; length: number };

const emptyBody = (): Body => ({ chunks: [], length: 0 });

/** The bytes of a body in memory of their own: chunks lie in pools that hold others as well. */
function joined({ chunks, length }: Body): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let place = 0;
  for (const chunk of chunks) {
    whole.set(chunk, place);
    place += chunk.byteLength;
  }
  return whole;
}
