import type { ServerResponse } from 'node:http';
import { isLost, type Lost, type Reply } from '../wire/exchange.ts';
import { isBrokenOff } from './broken-off.ts';

/** Sends replies; `release` lets go of those that stall. */
export type Sender = {
  readonly send: (response: ServerResponse, answer: Reply | Lost) => void;
  readonly release: () => void;
};

/** Bodies up to this length go out in one piece with their head. */
const shortest = 8192;

/** Builds what sends replies as they are, and lets connections die where a reply is lost. */
export function createSender(onSent: (reply: Reply) => void): Sender {
  const stalled = new Set<ServerResponse>();
  return {
    send: (response, answer) => {
      const { socket } = response;
      if (isBrokenOff(answer)) {
        const { status, headers, body } = answer.begun;
        response.writeHead(status, headers.flat());
        response.flushHeaders();
        response.write(body, () => {
          if (answer.ending === 'hang-up') socket?.destroySoon();
        });
        if (answer.ending === 'stall') {
          stalled.add(response);
          response.once('close', () => stalled.delete(response));
        }
      } else if (isLost(answer)) {
        socket?.resetAndDestroy();
      } else {
        const { status, headers, body } = answer;
        response.writeHead(status, headers.flat());
        // Node puts a string behind the head it belongs to, where bytes would go out in a piece of their own.
        if (body.byteLength <= shortest) response.end(latin1(body), 'latin1');
        else response.end(body, () => onSent(answer));
      }
    },
    release: () => {
      for (const { socket } of stalled) socket?.destroy();
    },
  };
}

/** The same bytes as a string, a character each. */
const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
