import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { rejected } from './answers.ts';
import { keyCreation } from './create-key.ts';
import { subscriptionCreation } from './create-subscription.ts';
import { listing } from './list-products.ts';
import type { Shop } from './shop.ts';
import type { Answer, Received, TransientFailure, Ways } from './ways.ts';

export type ConformingServer = AsyncDisposable & {
  readonly baseUrl: string;
  /** How many requests came so far. */
  readonly requests: () => number;
};

/** Starts a conforming server on a free loopback port. */
export async function startConformingServer(ways: Ways, shop: Shop): Promise<ConformingServer> {
  let baseUrl = '';
  let number = 0;
  const serve = operations(ways, shop, () => baseUrl);
  const server = createServer(async (message, response) => {
    const text = await textOf(message).catch(() => undefined);
    // The client left before it had said everything.
    if (text === undefined) return;
    number += 1;
    const { method = '', url: address = '', headers, socket: connection } = message;
    const authorization = headers.authorization ?? '';
    const request = { number, method, address, headers, authorization, text, connection };
    send(await reply(request, ways, serve), response);
  });
  ways.prepare?.(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    baseUrl,
    requests: () => number,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Serve = (request: Received) => Answer;

async function reply(request: Received, ways: Ways, serve: Serve): Promise<TransientFailure> {
  const transientFailure = await ways.before?.(request);
  if (typeof transientFailure === 'string') return transientFailure;
  const usual = transientFailure ?? serve(request);
  const changed = ways.after?.(request, usual) ?? usual;
  if (ways.delayMs !== undefined) await setTimeout(ways.delayMs);
  return changed;
}

function operations(ways: Ways, shop: Shop, origin: () => string): Serve {
  const [createKey, createSubscription, list] = [
    keyCreation(ways),
    subscriptionCreation(ways),
    listing(ways, shop),
  ];
  return (request) => {
    const { method, address } = request;
    const path = address.replace(/\?.*/s, '');
    if (method === 'POST' && path === '/v2/application-keys') return createKey(request, origin());
    if (method === 'POST' && path === '/subscriptions/subscriptions') return createSubscription(request);
    if (method === 'GET' && path.startsWith('/pcm/')) return list(request);
    return rejected(404, 'address');
  };
}

function send(what: TransientFailure, response: ServerResponse): void {
  if (what === 'silence') return;
  if (what === 'hang-up') return void response.socket?.destroy();
  response.writeHead(what.status, { 'content-type': 'application/json', ...what.headers });
  response.end(what.text ?? JSON.stringify(what.body));
}
