import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runAssay, startAssay, until } from './assay-in-process.ts';

const node = '606699e3-d3d0-4977-9433-444b2d312311/fa5f7e49-aa64-4842-90c8-7398f92c0df3';
const check = (url: string, seconds: number): string[] =>
  ['check', url, '--at', node, '--wait', `${seconds}`]; // biome-ignore format: one line a command

async function listen(server: Server, port = 0): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address at which nobody listens. */
async function freeAddress(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  server.close();
  await once(server, 'close');
  return url;
}

/** Tells a server that was waited for from one that was not reached: the check ends there in one sentence. */
const unknownNode: RequestListener = (_, response) => void response.writeHead(404).end();

describe('assay check --wait', () => {
  it('waits for a server that does not listen yet, and says so once', async () => {
    const url = await freeAddress();
    const { written, ended } = startAssay(check(url, 600));
    await until(() => written.error !== '');
    const server = createServer(unknownNode);
    await listen(server, Number(new URL(url).port));
    expect(await ended).toBe(2);
    const [first, second, ...others] = written.error.trimEnd().split('\n');
    expect(first).toBe(`waiting up to 600 s for ${url}: the server rejects connections`);
    expect(second).toMatch(/ cannot be checked: no operation is served there; /);
    expect(others).toHaveLength(3);
    for (const line of others) expect(line).toMatch(/^ {2}(GET|POST) \S+ {2}404/);
    server.close();
  });

  it.each([502, 503, 504])('waits for a server behind a gateway that answers %i', async (status) => {
    let asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      if (asked < 3) response.writeHead(status).end();
      else unknownNode(request, response);
    });
    const url = await listen(server);
    const { error } = await runAssay(check(url, 600));
    expect(error.split('\n')[0]).toBe(`waiting up to 600 s for ${url}: it returns ${status}`);
    expect(error).toContain('  404');
    // Two that were waited for, the first response, and the first requests.
    expect(asked).toBeGreaterThan(4);
    server.close();
  });

  it('waits for a server whose port is open before it is', async () => {
    let asked = 0;
    const server = createServer(unknownNode).on('connection', (socket) => {
      asked += 1;
      if (asked < 3) socket.destroy();
    });
    const { error } = await runAssay(check(await listen(server), 600));
    expect(error.split('\n')[0]).toMatch(
      /^waiting up to 600 s for .*: the (target closed|connection was reset)/,
    );
    expect(error).toContain('  404');
    server.close();
  });

  it('does not wait for a server that answers', async () => {
    const server = createServer(unknownNode);
    const { error } = await runAssay(check(await listen(server), 600));
    expect(error).not.toContain('waiting');
    server.close();
  });

  it.each<[string, () => Promise<[string, Server?]>, string]>([
    ['rejects', async () => [await freeAddress()], 'the server rejects connections'],
    [
      'answers 503',
      async () => {
        const server = createServer((_, response) => void response.writeHead(503).end());
        return [await listen(server), server];
      },
      'it returns 503',
    ],
  ])('gives up on a server that %s all the time', async (_, start, saw) => {
    const [url, server] = await start();
    const { code, out, error } = await runAssay(check(url, 1));
    expect([code, out]).toEqual([2, '']);
    expect(error.trimEnd().split('\n')).toEqual([
      `waiting up to 1 s for ${url}: ${saw}`,
      `${url} cannot be checked: after 1 s of waiting, ${saw}; is the server running, and is this its address?`,
    ]);
    server?.close();
  });

  it('ends when it is interrupted', async () => {
    const { written, interrupt, ended } = startAssay(check(await freeAddress(), 600));
    await until(() => written.error !== '');
    interrupt();
    expect(await ended).toBe(3);
    expect(written.out).toContain('the run was interrupted');
  });
});
