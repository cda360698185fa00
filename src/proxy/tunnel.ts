import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { whyNoReply } from './bad-gateway.ts';
import type { ProxyRoute } from './carry.ts';
import { headOf, pairsOf } from './headers.ts';
import { targetAt } from './upstream.ts';

/**
 * Makes a tunnel of a connection whose client asks for another protocol, as for a WebSocket: from the request on, every
 * byte is passed on as it comes, in both directions, whether the upstream agrees or not.
 */
export function tunnel(
  { method, url: target = '', rawHeaders }: IncomingMessage,
  client: Socket,
  head: Buffer,
  { upstream, renamesHost, tap }: ProxyRoute,
  insecure: boolean,
): void {
  tap.tunnelled();
  const { hostname: host, port, servername, isSecure } = upstream;
  const behind = isSecure
    ? connectSecurely({ host, port, servername, rejectUnauthorized: !insecure })
    : connect({ host, port, allowHalfOpen: true });
  const headers = pairsOf(rawHeaders).flatMap(([name, value]) => [
    name,
    renamesHost && name.toLowerCase() === 'host' ? upstream.host : value,
  ]);
  let isAnswered = false;
  behind.write(headOf(`${method} ${targetAt(upstream, target)} HTTP/1.1`, headers), 'latin1');
  behind.write(head);
  behind.once('data', () => {
    isAnswered = true;
  });
  behind.on('error', (error) => {
    if (isAnswered) client.destroy();
    else endWith(client, '502 Bad Gateway', whyNoReply(upstream, error));
  });
  behind.once('close', () => client.destroySoon());
  client.on('error', () => behind.destroy());
  client.once('close', () => behind.destroySoon());
  behind.pipe(client);
  client.pipe(behind);
}

/** Answers on a bare connection, with a sentence, and ends it. */
export function endWith(client: Socket, status: string, sentence: string): void {
  const text = `assay proxy: ${sentence}.\n`;
  // Nobody else listens, and whoever went away needs no response.
  client.on('error', () => client.destroy());
  const length = String(Buffer.byteLength(text));
  const headers = [
    'content-type',
    'text/plain; charset=utf-8',
    'content-length',
    length,
    'connection',
    'close',
  ];
  client.end(headOf(`HTTP/1.1 ${status}`, headers) + text);
}
