import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Behaviour } from '../behaviour.ts';
import type { Received, Ways } from '../server/ways.ts';

const permitted =
  'Reading 28: a time-out or a lost connection is tried again on a fresh connection, and is no breach.';
const hanging =
  'whether the input is rejected cannot be told from a time-out; the verdict names what timed out';
const options = ['--timeout', '1500'];

export const connections: readonly Behaviour[] = [
  {
    name: 'idle-connections-closed',
    does: 'Closes a connection that was idle for as many milliseconds as the number, without a word.',
    permitted,
    numbers: [5, 15, 40, 300],
    ways: (afterMs) => ({ prepare: (server) => closeIdle(server, afterMs) }),
  },
  {
    name: 'connections-gone-silent',
    does: 'Never answers again on the connections that are open at the request with the number, as when a firewall forgot them.',
    permitted,
    numbers: [60, 150, 230],
    options,
    ways: (number) => losing(number, 'silence'),
  },
  {
    name: 'connections-reset',
    does: 'Closes the connections that are open at the request with the number, each when it is used next.',
    permitted,
    numbers: [60, 150, 230],
    ways: (number) => losing(number, 'hang-up'),
  },
  {
    name: 'listings-cut-off',
    does: 'Resets the connection in the middle of every listing of so many as the number; the body has no length.',
    permitted,
    numbers: [30],
    ways: (every) => ({
      before: ({ method, number, connection }) => {
        if (method !== 'GET' || number % every !== 7) return undefined;
        const part =
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"data":[{"id"';
        connection.write(part, () => connection.resetAndDestroy());
        return 'silence';
      },
    }),
  },
  {
    name: 'odd-filters-hang',
    does: 'Never answers a filter with a quote or a zero byte in it.',
    permitted: `${permitted} Quotes are unspecified (reading 26).`,
    options,
    ways: () => ({ before: (request) => (isOdd(request) ? 'silence' : undefined) }),
  },
  {
    name: 'odd-addresses-dropped',
    does: 'Closes the connection on a filter with a quote or a zero byte in it, and on addresses beyond 2048 characters.',
    permitted: `${permitted} Section 8: request size limits are not shown.`,
    ways: () => ({
      before: (request) => (isOdd(request) || request.address.length > 2048 ? 'hang-up' : undefined),
    }),
  },
  {
    name: 'broken-json-hangs',
    does: 'Never answers a creation whose body is no JSON.',
    permitted,
    options,
    ways: () => ({
      before: ({ method, text }) => (method === 'POST' && !isJson(text) ? 'silence' : undefined),
    }),
    undetermined: { because: hanging },
  },
  {
    name: 'empty-body-hangs',
    does: 'Never answers a creation without a body.',
    permitted,
    options,
    ways: () => ({
      before: ({ method, text }) => (method === 'POST' && text === '' ? 'silence' : undefined),
    }),
    undetermined: { because: hanging },
  },
  {
    name: 'slow',
    does: 'Takes as many milliseconds for each reply as the number.',
    permitted: 'Section 8: limits of time are not shown.',
    numbers: [120],
    ways: (delayMs) => ({ delayMs }),
  },
];

function closeIdle(server: Server, afterMs: number): void {
  // Otherwise the server tells its clients how long it keeps a connection.
  server.keepAliveTimeout = 0;
  const clocks = new WeakMap<Socket, NodeJS.Timeout>();
  server.on('connection', (connection) => connection.on('data', () => clearTimeout(clocks.get(connection))));
  server.on('request', ({ socket }, response) => {
    response.on('finish', () => {
      clearTimeout(clocks.get(socket));
      clocks.set(
        socket,
        setTimeout(() => socket.destroy(), afterMs),
      );
    });
  });
}

function losing(at: number, how: 'silence' | 'hang-up'): Ways {
  const open = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  return {
    prepare: (server) =>
      void server.on('connection', (connection) => {
        open.add(connection);
        connection.on('close', () => open.delete(connection));
      }),
    before: ({ number, connection }) => {
      if (number === at) for (const one of open) lost.add(one);
      return lost.has(connection) ? how : undefined;
    },
  };
}

const isOdd = ({ address }: Received): boolean => /filter=[^&]*(%27|%22|%00)/.test(address);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
