import type { ServerResponse } from 'node:http';
import { type Header, isLost, type Lost, type Reply } from '../../http/exchange.ts';
import { isPartial } from '../replies/partial-reply.ts';

/** Sends responses; `release` closes the connections of stalled ones. */
export type Sender = {
  readonly send: (response: ServerResponse, answer: Reply | Lost) => void;
  readonly release: () => void;
};

/** Bodies up to this length are sent in one packet with their head. */
const longestWithHead = 8192;

/** Creates the sender of responses. They are sent unchanged; if a response is lost, the connection is reset. */
export function createSender(): Sender {
  const stalled = new Set<ServerResponse>();
  return {
    send: (response, answer) => {
      const { socket } = response;
      if (isPartial(answer)) {
        const { status, headers, body } = answer.sent;
        response.writeHead(status, flat(headers));
        response.flushHeaders();
        response.write(body, () => {
          if (answer.ending === 'close') socket?.destroySoon();
        });
        if (answer.ending === 'stall') {
          stalled.add(response);
          response.once('close', () => stalled.delete(response));
        }
      } else if (isLost(answer)) {
        socket?.resetAndDestroy();
      } else {
        const { status, headers, body } = answer;
        response.writeHead(status, flat(headers));
        // Node sends a string together with the head, but bytes as a separate packet.
        if (body.byteLength <= longestWithHead) response.end(latin1(body), 'latin1');
        else response.end(body);
      }
    },
    release: () => {
      for (const { socket } of stalled) socket?.destroy();
    },
  };
}

/** Headers as Node takes them. */
function flat(headers: readonly Header[]): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
}

/** The bytes as a string with one character each. */
const latin1 = (bytes: Uint8Array): string =>
  (bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    'latin1',
  );
