import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { stubPartsOf } from '../../../spec/stub/parts.ts';
import { catalog, makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kits');

describe('over a socket', () => {
  /** Everything received on a connection until it ends or is reset, or until a time-out. */
  const receive = (baseUrl: string, target: string, timeout = 300) =>
    new Promise<{ text: string; ended: string }>((resolve) => {
      const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
      let text = '';
      const end = (ended: string) => () => {
        resolve({ text, ended });
        socket.destroy();
      };
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', end('reset')).on('end', end('closed'));
      setTimeout(end('open'), timeout);
    });

  it.each([
    ['connection-reset', 'reset', /^$/],
    [
      'truncated-body',
      'closed',
      /^HTTP\/1.1 200 OK\r\n.*assay-fault: 1 truncated-body.*\r\n\r\n\{"data":\[/s,
    ],
    ['stalled-body', 'open', /^HTTP\/1.1 200 OK\r\n.*\r\n\r\n\{"data":\[/s],
  ] as const)('%s', async (kind, ended, text) => {
    const stub = makeStub();
    await stub.faults.add({ kind });
    const listening = await stub.listen();
    const received = await receive(listening.baseUrl, path);
    expect(received).toEqual({ ended, text: expect.stringMatching(text) });
    await listening.close();
  });

  it('a stalled reply does not prevent the stub from closing', async () => {
    const stub = makeStub();
    await stub.faults.add({ kind: 'stalled-body' });
    const listening = await stub.listen();
    const received = receive(listening.baseUrl, path, 5000);
    while (stub.journal.read().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await listening.close();
    expect((await received).ended).not.toBe('open');
  });

  it('no request is dropped while the catalog is replaced', async () => {
    const stub = makeStub();
    await using listening = await stub.listen();
    const statuses = new Set<number>();
    const asking = Promise.all(
      Array.from({ length: 60 }, async () =>
        statuses.add((await fetch(`${listening.baseUrl}${path}`)).status),
      ),
    );
    for (let turn = 0; turn < 5; turn += 1) {
      stub.serve(stubPartsOf({ ...catalog, name: `Shop ${turn}` }));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await asking;
    expect([...statuses]).toEqual([200]);
    expect((await (await fetch(listening.baseUrl)).text()).includes('Shop 4')).toBe(true);
  });
});
