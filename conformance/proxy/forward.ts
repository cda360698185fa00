import { once } from 'node:events';
import { createServer, type IncomingMessage, Agent as PlainAgent, type ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { createProxyServer } from 'httpxy';
import { UserError } from '../../src/errors.ts';
import { originOf } from '../../src/http/exchange.ts';
import { describeNetworkError } from '../../src/http/network.ts';
import { createWaiting } from '../../src/http/server.ts';

type ForwardTerms = {
  readonly upstream: string;
  readonly port: number;
  readonly host: string;
  readonly insecure: boolean;
  /** Whether `Host` names the server instead of what the client sent. */
  readonly renameHost: boolean;
  readonly onRequest: (
    request: IncomingMessage,
    response: ServerResponse,
  ) => (response: IncomingMessage) => void;
};

/** Small, since chunks may be of one byte. */
const highWaterMark = 4096;

export async function openForwarder(terms: ForwardTerms) {
  const { upstream, port, host, insecure, renameHost, onRequest } = terms;
  const url = new URL(upstream);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const target = {
    protocol: url.protocol,
    host: url.host,
    hostname,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    pathname: url.pathname,
  };
  const proxy = createProxyServer({ target, changeOrigin: renameHost, preserveHeaderKeyCase: true });
  const replied = new WeakMap<IncomingMessage, (response: IncomingMessage) => void>();
  proxy.on('proxyRes', (response, request) => {
    makeSendable(response);
    replied.get(request)?.(response);
  });

  // Each client connection has its own connection to the server, so that a client sees a closed connection as it
  // would without the proxy.
  const agents = new WeakMap<Socket, PlainAgent>();
  const agentOf = (client: Socket): PlainAgent => {
    const settings = { keepAlive: true, maxSockets: 1, highWaterMark };
    const servername = isIP(hostname) === 0 ? hostname : '';
    const agent =
      url.protocol === 'https:'
        ? new SecureAgent({ ...settings, servername, rejectUnauthorized: !insecure })
        : new PlainAgent(settings);
    agents.set(client, agent);
    client.once('close', () => agent.destroy());
    return agent;
  };
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { socket } = request;
    makeForwardable(request);
    replied.set(request, onRequest(request, response));
    await proxy.web(request, response, { agent: agents.get(socket) ?? agentOf(socket) }).catch((error) => {
      if (response.headersSent || error.code === 'ECONNRESET') response.destroy();
      else reject(request, response, whyNoResponse(upstream, error));
    });
  };

  const server = createServer({ keepAliveTimeout: 0, highWaterMark });
  const waiting = createWaiting(server, { atOnce: 1 });
  server.on('request', (request, response) =>
    waiting.inTurn(request, response, () => void forward(request, response)),
  );
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'another program uses the port' : (error.code ?? error.message);
    throw new UserError(`cannot listen on ${host}:${port}: ${why}; choose another with --port.`);
  });
  return {
    url: originOf(server.address() as AddressInfo),
    close: async (): Promise<void> => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function makeForwardable(request: IncomingMessage): void {
  const { headers, url = '' } = request;
  request.url = url.replace(/^https?:\/\/[^/?]*/i, '');
  if (headers.upgrade !== undefined) headers.connection = 'keep-alive';
  for (const name of ['upgrade', 'http2-settings', 'trailer']) delete headers[name];
}

function makeSendable(response: IncomingMessage): void {
  delete response.headers.trailer;
  if ((response.statusCode ?? 0) < 100) response.statusCode = 502;
  response.statusMessage = response.statusMessage?.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ' ') ?? '';
}

function whyNoResponse(address: string, error: NodeJS.ErrnoException): string {
  if (error.code?.startsWith('HPE_')) return `${address} sent something that is not HTTP (${error.message})`;
  const { detail, advice } = describeNetworkError(error, 0);
  return `${address} sent no response: ${detail}${advice === undefined ? '' : `; ${advice}`}`;
}

function reject(request: IncomingMessage, response: ServerResponse, sentence: string): void {
  request.resume();
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`assay proxy: ${sentence}.\n`);
}
