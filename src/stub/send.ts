import type { ServerResponse } from 'node:http';
import { isLost, type Lost, type Reply } from '../wire/exchange.ts';
import { isBrokenOff } from './broken-off.ts';

/** Sends replies; `release` lets go of those that stall. */
export type Sender = {
  readonly send: (response: ServerResponse, answer: Reply | Lost) => void;
  readonly release: () => void;
};

/** Builds what sends replies as they are, and lets connections die where a reply is lost. */
export function createSender(): Sender {
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
        response.writeHead(answer.status, answer.headers.flat()).end(answer.body);
      }
    },
    release: () => {
      for (const { socket } of stalled) socket?.destroy();
    },
  };
}
