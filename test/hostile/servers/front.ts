import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { type HttpRequest, type HttpResponse, isLost, type Transport } from '../../../src/http/exchange.ts';
import { type RawServer, rawServer } from './raw.ts';
import { whole } from './replies.ts';
import { readRequests } from './requests.ts';

/** A request, the conforming response to it, where to write, and how many requests came before. */
export type Turn = {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly socket: Socket;
  readonly before: number;
};

/** Writes one response in a way of its own. */
export type Manner = (turn: Turn) => void | Promise<void>;

/** The usual manner: the conforming response, with its length. */
export const conforming: Manner = ({ response, socket }) => {
  socket.write(whole(response));
};

/** Honest for so many requests, and in that manner from then on. */
export const honestFor =
  (requests: number, then: Manner): Manner =>
  (turn) =>
    (turn.before < requests ? conforming : then)(turn);

/** Puts a manner of speaking in front of a conforming server. */
export function front(transport: Transport, manner: Manner, tls?: TlsOptions): Promise<RawServer> {
  let before = 0;
  return rawServer((socket) => {
    readRequests(socket, async (request) => {
      const turn = before;
      before += 1;
      const response = await transport(request);
      if (isLost(response)) socket.destroy();
      else await manner({ request, response, socket, before: turn });
    });
  }, tls);
}
