import { once } from 'node:events';
import { createServer, type Server, request as startRequest } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isLost } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';

const listening = async (server: Server | TcpServer): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const proxied: string[] = [];
const target = createServer((request, response) => response.end(request.url));
/** A proxy that forwards every request to the target. */
const proxy = createServer((request, response) => {
  proxied.push(`${request.method} ${request.url}`);
  const { port } = target.address() as AddressInfo;
  const { pathname, search } = new URL(request.url ?? '');
  const onward = startRequest({ port, method: request.method, path: pathname + search }, (answer) => {
    response.writeHead(answer.statusCode ?? 502);
    answer.pipe(response);
  });
  request.pipe(onward);
});

let [targetUrl, proxyUrl] = ['', ''];
beforeAll(async () => {
  [targetUrl, proxyUrl] = [await listening(target), await listening(proxy)];
});
afterAll(() => {
  for (const server of [target, proxy]) server.close();
});
afterEach(() => {
  vi.unstubAllEnvs();
  proxied.splice(0);
});

/** Requests `/b?c` from a base URL and returns the body, or why there is none. */
async function ask(baseUrl: string): Promise<string> {
  const { transport, close } = network(baseUrl, { connections: 1, timeout: 2000 });
  try {
    const response = await transport({ method: 'GET', target: '/b?c', headers: [] });
    return isLost(response) ? response.lost : Buffer.from(response.body).toString();
  } finally {
    await close();
  }
}

describe('the proxies that the environment names', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('%s is used', async (name) => {
    vi.stubEnv(name, proxyUrl);
    expect(await ask('http://shop.invalid/a')).toBe('/a/b?c');
    expect(proxied).toEqual(['GET http://shop.invalid/a/b?c']);
  });

  it.each(['127.0.0.1', '127.1', 'localhost', 'LOCALHOST'])(
    'are not used for this machine: %s',
    async (host) => {
      for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY']) vi.stubEnv(name, proxyUrl);
      expect(await ask(targetUrl.replace('127.0.0.1', host))).toBe('/b?c');
      expect(proxied).toEqual([]);
    },
  );

  it('HTTPS_PROXY is asked for a tunnel', async () => {
    vi.stubEnv('HTTPS_PROXY', proxyUrl);
    const tunnel = once(proxy, 'connect').then(([request, socket]) => {
      socket.destroy();
      return request.url;
    });
    expect(await ask('https://shop.invalid/a')).not.toContain('/a');
    expect(await tunnel).toBe('shop.invalid:443');
  });
});

describe('a proxy that passes nothing on is named, not the server', () => {
  /** What a request says that gets no response. */
  async function lostBehind(variable: string, url: string, timeout = 2000) {
    const baseUrl = `${variable === 'HTTP_PROXY' ? 'http' : 'https'}://shop.invalid`;
    const { transport, close } = network(baseUrl, { connections: 1, timeout, env: { [variable]: url } });
    try {
      const response = await transport({ method: 'GET', target: '/', headers: [] });
      return isLost(response) ? response : undefined;
    } finally {
      await close();
    }
  }

  /** A proxy that answers every request in one way. */
  async function withProxy<T>(act: (socket: Socket) => void, use: (url: string) => Promise<T>): Promise<T> {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).once('data', () => act(socket));
    });
    try {
      return await use(await listening(server));
    } finally {
      server.close();
    }
  }

  it.each(['HTTP_PROXY', 'HTTPS_PROXY'])('%s, where nothing listens', async (variable) => {
    const gone = await withProxy(
      () => {},
      async (url) => url,
    );
    expect(await lostBehind(variable, gone)).toMatchObject({
      lost: 'rejected',
      detail: `the proxy that ${variable} names rejects connections`,
      advice: `correct ${variable}, or set NO_PROXY=shop.invalid`,
    });
    expect(await lostBehind(variable, 'http://proxy.invalid:1')).toMatchObject({
      detail: `the proxy that ${variable} names has a host name that does not exist`,
    });
  });

  it.each(['HTTP_PROXY', 'HTTPS_PROXY'])('%s, which asks for credentials', async (variable) => {
    const act = (socket: Socket): unknown => socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n');
    expect(await withProxy(act, (url) => lostBehind(variable, url))).toMatchObject({
      lost: 'rejected',
      detail: `the proxy that ${variable} names asks for credentials (407)`,
      advice: `write them into ${variable}, before the host: NAME:PASSWORD@`,
    });
  });

  it('one that opens no tunnel', async () => {
    const answers: readonly (readonly [answer: string, detail: string])[] = [
      ['HTTP/1.1 502 No\r\n\r\n', 'the proxy that HTTPS_PROXY names opens no connection to the server (502)'],
      ['', 'the proxy that HTTPS_PROXY names closes the connection'],
    ];
    for (const [answer, detail] of answers)
      expect(await withProxy((socket) => socket.end(answer), (url) => lostBehind('HTTPS_PROXY', url))).toMatchObject({ lost: 'rejected', detail });
  }); // biome-ignore format: one line an answer

  it('one that may or may not be the cause', async () => {
    const silent = await withProxy(() => {}, (url) => lostBehind('HTTP_PROXY', url, 50));
    expect(silent?.detail).toBe('no complete response within 50 ms, through the proxy that HTTP_PROXY names');
  }); // biome-ignore format: one line an answer
});
