import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type OpenProxy, openProxy, type ProxyOptions } from '../../src/proxy/open-proxy.ts';
import { openTap, type Passed, type Tap } from '../../src/proxy/tap.ts';
import { upstreamAt } from '../../src/proxy/upstream.ts';
import { rawServer } from '../hostile/servers/raw.ts';

/** A proxy that keeps what passed. */
export type Watched = OpenProxy & {
  readonly port: number;
  readonly passed: readonly Passed[];
  readonly tap: Tap;
};

/** Opens a proxy to an address. */
export async function proxyTo(address: string, options: Partial<ProxyOptions> = {}): Promise<Watched> {
  const passed: Passed[] = [];
  const tap = options.tap ?? openTap((one) => passed.push(one));
  const upstream = upstreamAt(address);
  const proxy = await openProxy({
    upstream,
    renamesHost: false,
    tap,
    port: 0,
    host: '127.0.0.1',
    insecure: false,
    answersItself: () => false,
    ...options,
  });
  return { ...proxy, port: Number(new URL(proxy.url).port), passed, tap };
}

/** A connection, and all that came over it, one character a byte. */
export type Line = Disposable & {
  readonly socket: Socket;
  readonly text: () => string;
  readonly write: (text: string) => void;
  /** Waits until something has come; `closed` is until the other side has closed. */
  readonly until: (what: string) => Promise<string>;
};

/** Reads what comes over a socket. */
function lineOn(socket: Socket): Line {
  let text = '';
  let isClosed = false;
  const changed = new EventTarget();
  const tell = (): boolean => changed.dispatchEvent(new Event('change'));
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    tell();
  });
  for (const event of ['end', 'close', 'error'])
    socket.on(event, () => {
      isClosed = true;
      tell();
    });
  const has = (what: string): boolean => (what === 'closed' ? isClosed : text.includes(what));
  return {
    socket,
    text: () => text,
    write: (bytes) => void socket.write(bytes, 'latin1'),
    until: async (what) => {
      while (!has(what)) {
        if (isClosed) throw new Error(`closed before ${what} came: ${text}`);
        await once(changed, 'change');
      }
      return text;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** Opens a connection to a port. */
export const dial = (port: number): Line => lineOn(connect(port, '127.0.0.1'));

/** An upstream that is spoken for by hand: each connection that comes is handed out as a line. */
async function upstreamByHand() {
  const lines: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];
  const server = await rawServer((socket) => {
    const line = lineOn(socket);
    const taker = waiting.shift();
    if (taker) taker(line);
    else lines.push(line);
  });
  return {
    ...server,
    accepted: (): Promise<Line> => {
      const line = lines.shift();
      return line ? Promise.resolve(line) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** A connection through a proxy: what a client wrote, and what the upstream read, and the other way round. */
export async function through(options: Partial<ProxyOptions> & { readonly path?: string } = {}) {
  const stack = new AsyncDisposableStack();
  const upstream = stack.use(await upstreamByHand());
  const proxy = stack.use(await proxyTo(`${upstream.baseUrl}${options.path ?? ''}`, options));
  const client = stack.use(dial(proxy.port));
  return { upstream, proxy, client, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
