import { describe, expect, it } from 'vitest';
import { type Call, type Header, isLost, type Reply, type Transport } from '../../src/wire/exchange.ts';
import { createBrake } from './brake.ts';
import { type Conduct, conducted } from './conduct.ts';

const get: Call = { method: 'GET', target: '/a?b', headers: [] };
const post: Call = { method: 'POST', target: '/a', headers: [] };

const reply = (status: number, headers: readonly Header[] = []): Reply => ({
  status,
  headers,
  body: new Uint8Array(),
  ms: 1,
});

/** A server that answers one call after the other as told, then 200; and the times at which it was asked. */
function server(replies: readonly Reply[], conduct: Conduct = {}) {
  const brake = createBrake();
  const asked: number[] = [];
  const transport: Transport = async () => {
    asked.push(performance.now());
    return replies[asked.length - 1] ?? reply(200);
  };
  return { send: conducted(transport, conduct, brake), asked, brake };
}

const said = async (sent: ReturnType<Transport>): Promise<string> => {
  const answer = await sent;
  return isLost(answer) ? `${answer.detail} (${answer.remedy})` : String(answer.status);
};

describe('Retry-After', () => {
  it.each([429, 503])('is waited for after a %i, whatever the call', async (status) => {
    const { send, asked } = server([reply(status, [['Retry-After', '0']])]);
    expect(await said(send(post))).toBe('200');
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(90);
  });

  it('may be a date', async () => {
    const soon = new Date(Date.now() + 1200).toUTCString();
    const { send, asked } = server([reply(503, [['retry-after', soon]])]);
    expect(await said(send(get))).toBe('200');
    expect(asked).toHaveLength(2);
  });

  it('is not obeyed behind a gateway that may have let a creation through', async () => {
    const headers: Header[] = [['Retry-After', '0']];
    expect(await said(server([reply(504, headers)]).send(post))).toBe('504');
    expect(await said(server([reply(504, headers)]).send(get))).toBe('200');
  });

  it('is not waited for beyond the time-out, and nothing more is sent there meanwhile', async () => {
    const { send, asked } = server([reply(429, [['Retry-After', '30']])], { patience: 1000 });
    expect(await said(send(get))).toBe('429');
    expect(await said(send({ ...get, target: '/a?c' }))).toBe(
      'the target asked to be left alone for 30 s more (--timeout 31000)',
    );
    expect(await said(send({ ...get, target: '/elsewhere' }))).toBe('200');
    expect(asked).toHaveLength(2);
  });

  it('is waited for only so many times', async () => {
    const { send, asked } = server(Array(9).fill(reply(429, [['Retry-After', '0']])));
    expect(await said(send(get))).toBe('429');
    expect(asked).toHaveLength(5);
  });

  it('holds up nobody where it says nothing one can read', async () => {
    expect(await said(server([reply(429)]).send(get))).toBe('429');
    expect(await said(server([reply(429, [['Retry-After', 'soon']])]).send(get))).toBe('429');
  });
});

describe('a rate', () => {
  it('is kept, however many calls come at once', async () => {
    const { send, asked } = server([], { rate: 50 });
    await Promise.all(Array.from({ length: 6 }, () => send(get)));
    expect((asked.at(-1) ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(95);
  });
});

describe('an allowance of writes', () => {
  it('counts what may have been left behind, and not what was refused', async () => {
    const { send, asked } = server([reply(422), reply(201), reply(500)], { maxWrites: 2 });
    const answers = await Promise.all([post, post, post, post].map((call) => said(send(call))));
    const held = 'this run may leave no more than 2 records behind (--max-writes 200)';
    expect(answers).toEqual(['422', '201', '500', held]);
    expect(await said(send(get))).toBe('200');
    expect(asked).toHaveLength(4);
  });

  it('may be nothing', async () => {
    expect(await said(server([], { maxWrites: 0 }).send(post))).toMatch('no more than 0 records');
  });
});

describe('a brake', () => {
  const halt = { verdict: 'inconclusive', why: 'enough', remedy: '--budget 2' } as const;

  it('ends what is under way, what waits for its turn, and what comes after', async () => {
    const { send, asked, brake } = server([], { rate: 0.1 });
    const calls = [send(get), send(get)];
    await calls[0];
    brake.halt(halt);
    expect(await said(calls[1] ?? send(get))).toBe('enough (--budget 2)');
    expect(await said(send(get))).toBe('enough (--budget 2)');
    expect(asked).toHaveLength(1);
  });

  it('lets what is under way finish where the operator chose to leave out the rest', async () => {
    const { send, brake } = server([]);
    brake.halt({ verdict: 'skipped', why: 'chosen' });
    brake.halt(halt);
    expect(await said(send(get))).toBe('200');
    expect(brake.halted()?.why).toBe('chosen');
  });
});
