import { type Collector, createCollector } from '../http/collector.ts';
import type { Call, Header, Reply } from '../http/exchange.ts';
import { longestBody } from '../json/body.ts';

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
export type PassedCounts = {
  passed: number;
  /** Left out because nobody wants them read. */
  others: number;
  /** Left out because too much was waiting to be read. */
  dropped: number;
  /** Left out because a body was longer than {@link longestBody}. */
  tooLong: number;
  /** Left out because a connection broke off before the response was complete. */
  brokenOff: number;
  /** Connections that became tunnels, by an upgrade. */
  tunnels: number;
};

/** Copies of exchanges within a bound: whatever they are for, they hold no exchange up. */
export type Tap = {
  readonly counts: Readonly<PassedCounts>;
  /** Begins the copy of an exchange, from how it is asked for. */
  readonly begin: (call: Asked) => Copy;
  /** Gives the memory of an exchange back that was read. */
  readonly giveBack: (bytes: number) => void;
  readonly tunnelled: () => void;
};

/** How an exchange is asked for. */
type Asked = Pick<Call, 'method' | 'target'>;

/** The copy of one exchange while it passes; the first end counts. */
export type Copy = {
  readonly sent: (chunk: Uint8Array) => void;
  readonly received: (chunk: Uint8Array) => void;
  /** The upstream has given its whole reply. */
  readonly complete: (headers: readonly Header[], status: number, replied: readonly Header[]) => void;
  readonly breakOff: () => void;
};

/** How many bytes copies may hold together by default. */
const defaultRoom = 64 * 1024 * 1024;

/** How much memory a copy holds apart from its bodies, roughly. */
const headSize = 2048;

/**
 * Opens a tap for the exchanges that are wanted; `take` is handed each copy that is complete, and its memory is held
 * until it is given back.
 */
export function openTap(
  take: (passed: Passed) => void,
  isWanted: (call: Asked) => boolean = () => true,
  room = defaultRoom,
): Tap {
  const counts: PassedCounts = { passed: 0, others: 0, dropped: 0, tooLong: 0, brokenOff: 0, tunnels: 0 };
  let held = 0;
  const giveBack = (bytes: number): void => {
    held -= bytes;
  };
  const begin = (call: Asked): Copy => {
    const began = Date.now();
    const start = performance.now();
    let request = createCollector(longestBody);
    let reply = createCollector(longestBody);
    let bytes = 0;
    let left: 'others' | 'dropped' | 'tooLong' | undefined;
    let hasEnded = false;
    const leaveOut = (why: typeof left): void => {
      left = why;
      request = createCollector(longestBody);
      reply = createCollector(longestBody);
      giveBack(bytes);
      bytes = 0;
    };
    const hold = (more: number): void => {
      if (left) return;
      held += more;
      bytes += more;
      if (held > room) leaveOut('dropped');
    };
    const keep = (body: Collector, chunk: Uint8Array): void => {
      if (left || hasEnded) return;
      if (body.length() + chunk.byteLength > longestBody) {
        leaveOut('tooLong');
        return;
      }
      const before = body.held();
      body.add(chunk);
      hold(body.held() - before);
    };
    if (isWanted(call)) hold(headSize);
    else left = 'others';
    return {
      sent: (chunk) => keep(request, chunk),
      received: (chunk) => keep(reply, chunk),
      complete: (headers, status, replied) => {
        hasEnded = true;
        counts.passed += 1;
        hold(lengthOf(headers) + lengthOf(replied));
        if (left) {
          counts[left] += 1;
          return;
        }
        const ms = performance.now() - start;
        take({
          call: { ...call, headers, ...(request.length() > 0 ? { body: request.body() } : {}) },
          reply: { status, headers: replied, body: reply.body(), ms },
          began,
          bytes,
        });
      },
      breakOff: () => {
        if (hasEnded) return;
        hasEnded = true;
        counts.brokenOff += 1;
        giveBack(bytes);
      },
    };
  };
  return {
    counts,
    begin,
    giveBack,
    tunnelled: () => {
      counts.tunnels += 1;
    },
  };
}

/** How much memory headers hold, roughly. */
const lengthOf = (headers: readonly Header[]): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
