import { once } from 'node:events';
import { createServer, type IncomingMessage, Agent as PlainAgent, type ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { createProxyServer } from 'httpxy';
import { UserError } from '../../src/errors.ts';
import { originOf } from '../../src/http/exchange.ts';
import { describeNetworkError } from '../../src/http/network.ts';
import { createWaiting } from '../../src/http/server.ts';

export type ForwardTerms = {
  /** The address of the server, with or without a path that is put before that of each request. */
  readonly upstream: string;
  readonly port: number;
  readonly host: string;
  /** Whether to accept certificates that cannot be verified. */
  readonly insecure: boolean;
  /** Whether `Host` names the server, instead of what the client wrote. */
  readonly renameHost: boolean;
  /** Told of each request before it is forwarded; what it returns is told of the response. */
  readonly onRequest: (
    request: IncomingMessage,
    response: ServerResponse,
  ) => (reply: IncomingMessage) => void;
};

/** How many bytes of a body wait to be forwarded: they may be chunks of one byte each. */
const highWaterMark = 4096;

/** Forwards requests to a server and their responses back, until it is closed. */
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
  const replied = new WeakMap<IncomingMessage, (reply: IncomingMessage) => void>();
  proxy.on('proxyRes', (reply, request) => {
    makeSendable(reply);
    replied.get(request)?.(reply);
  });

  // Each connection of a client has one of its own to the server: if that is closed while it is used again, the client sees it, as it would
  // without a proxy.
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
    /** Breaks off what is under way, and stops listening. */
    close: async (): Promise<void> => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Takes from a request what the library would pass on wrongly: the form for a forward proxy, an upgrade, and trailers, which it leaves out. */
function makeForwardable(request: IncomingMessage): void {
  const { headers, url = '' } = request;
  request.url = url.replace(/^https?:\/\/[^/?]*/i, '');
  if (headers.upgrade !== undefined) headers.connection = 'keep-alive';
  for (const name of ['upgrade', 'http2-settings', 'trailer']) delete headers[name];
}

/** Takes from a response what Node would not send. */
function makeSendable(reply: IncomingMessage): void {
  delete reply.headers.trailer;
  if ((reply.statusCode ?? 0) < 100) reply.statusCode = 502;
  reply.statusMessage = reply.statusMessage?.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ' ') ?? '';
}

function whyNoResponse(address: string, error: NodeJS.ErrnoException): string {
  if (error.code?.startsWith('HPE_')) return `${address} sent something that is not HTTP (${error.message})`;
  const { detail, advice } = describeNetworkError(error, 0);
  return `${address} sent no response: ${detail}${advice === undefined ? '' : `; ${advice}`}`;
}

/** Responds instead of the server. A client that still sends its request has to read why. */
function reject(request: IncomingMessage, response: ServerResponse, sentence: string): void {
  request.resume();
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`assay proxy: ${sentence}.\n`);
}
