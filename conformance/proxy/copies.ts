import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Collector, createCollector } from '../../src/http/collector.ts';
import type { Call, Header, Reply } from '../../src/http/exchange.ts';
import { excessLength, longestBody } from '../../src/json/body.ts';
import { operationOf } from '../interface/operation-of.ts';

/** An exchange that passed the proxy, as it went over the wire: its bodies may be compressed. */
export type Passed = {
  readonly call: Call;
  readonly reply: Reply;
  /** When the request began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** How many bytes of memory its copy takes. */
  readonly bytes: number;
};

/** Who takes copies, and is told why others are left out. */
type Taker = {
  readonly onPassed: (passed: Passed) => void;
  readonly onLeftOut: (reason: string) => void;
};

/** How many bytes all copies take at most. */
const mostHeld = 64 * 1024 * 1024;

/** How many bytes a copy takes beside its bodies, roughly. */
const bytesOfHeads = 4096;

/** Copies exchanges while they pass, in bounded memory. */
export function openCopies({ onPassed, onLeftOut }: Taker) {
  let held = 0;
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const [startedAt, began] = [Date.now(), performance.now()];
    const { method = '', url: target = '', rawHeaders } = request;
    let bytes = 0;
    let leftOut = operationOf({ target }) === undefined ? 'to other paths' : undefined;
    const hold = (more: number): void => {
      held += more;
      bytes += more;
    };
    const copyBody = (from: IncomingMessage): Collector => {
      const body = createCollector(longestBody);
      from.on('data', (chunk: Buffer) => {
        if (body.length() + chunk.byteLength > longestBody) leftOut ??= `with a body of ${excessLength}`;
        if (held + chunk.byteLength > mostHeld)
          leftOut ??= 'not checked, because checking was slower than the traffic';
        if (leftOut !== undefined) return;
        const before = body.held();
        body.add(chunk);
        hold(body.held() - before);
      });
      return body;
    };
    let hasEnded = false;
    const end = (passed?: Omit<Passed, 'bytes'>): void => {
      if (hasEnded) return;
      hasEnded = true;
      if (passed && leftOut === undefined) onPassed({ ...passed, bytes });
      else {
        held -= bytes;
        onLeftOut(leftOut ?? 'broken off');
      }
    };
    response.once('close', () => end());
    hold(bytesOfHeads);
    const sent = copyBody(request);
    // It flows once it is forwarded: nothing of it may be lost before.
    request.pause();
    /** Copies the response, too. */
    return (reply: IncomingMessage): void => {
      const received = copyBody(reply);
      reply.once('end', () => {
        if (!reply.complete || !request.complete) return;
        const body = sent.length() > 0 ? { body: sent.body() } : {};
        const { statusCode: status = 0 } = reply;
        const ms = performance.now() - began;
        end({
          call: { method, target, headers: pairsOf(rawHeaders), ...body },
          reply: { status, headers: pairsOf(reply.rawHeaders), body: received.body(), ms },
          startedAt,
        });
      });
    };
  };
  return {
    begin,
    /** Gives back the memory of a copy. */
    release: (bytes: number): void => {
      held -= bytes;
    },
  };
}

/** Names and values as pairs. */
const pairsOf = (raw: readonly string[]): Header[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
