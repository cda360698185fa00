import { describe, expect, it } from 'vitest';
import type { Exchange, Reply } from './exchange.ts';
import { conceal, secretsIn } from './secrets.ts';

const call = { method: 'POST', target: '/', headers: [] };
const replied = (body: string): Exchange => ({
  call,
  reply: { status: 201, headers: [], body: Buffer.from(body), ms: 1 } satisfies Reply,
});

describe('secretsIn', () => {
  it('finds secrets at whatever depth, each once', () => {
    const body = { data: { client_secret: 'secret-one', deep: [[{ client_secret: 'secret-two' }]] } };
    const exchanges = [replied(JSON.stringify(body)), replied('{"client_secret":"secret-one"}')];
    expect(secretsIn(exchanges)).toEqual(['secret-one', 'secret-two']);
  });

  it.each([
    '{"client_secret":"short"}',
    '{"client_secret":123456789}',
    '{"client_secret":null}',
    '{"name":"no-secret-at-all"}',
    'client_secret: not JSON',
    '',
  ])('finds none in %j', (body) => {
    expect(secretsIn([replied(body)])).toEqual([]);
  });

  it('looks into what a secret holds that is no text', () => {
    expect(secretsIn([replied('{"client_secret":{"client_secret":"secret-one"}}')])).toEqual(['secret-one']);
  });

  it('bears a lost reply', () => {
    expect(secretsIn([{ call, reply: { lost: 'timeout', detail: '', ms: 1 } }])).toEqual([]);
  });
});

describe('conceal', () => {
  const secret = 'se"cret/ü';

  it('hides a secret as it stands, percent-encoded and in JSON', () => {
    const text = `${secret} ${encodeURIComponent(secret)} ${JSON.stringify({ secret })}`;
    expect(conceal(text, [secret])).toBe('[hidden] [hidden] {"secret":"[hidden]"}');
  });

  it('reaches every string of plain data and leaves the rest', () => {
    const value = { a: [secret, 1, null, true], b: { c: `x${secret}x` }, d: undefined };
    expect(conceal(value, [secret])).toEqual({
      a: ['[hidden]', 1, null, true],
      b: { c: 'x[hidden]x' },
      d: undefined,
    });
  });

  it('hides all of them, wherever they overlap', () => {
    expect(conceal('token-long token-lo', ['token-long', 'token-lo'])).toBe('[hidden] [hidden]');
  });

  it('changes nothing where nothing is secret, not even what it is given', () => {
    const value = { a: [secret] };
    expect(conceal(value, [])).toEqual(value);
    conceal(value, [secret]);
    expect(value).toEqual({ a: [secret] });
  });
});
