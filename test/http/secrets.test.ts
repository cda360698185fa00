import { describe, expect, it } from 'vitest';
import type { Exchange, Reply } from '../../src/http/exchange.ts';
import { conceal, secretsIn } from '../../src/http/secrets.ts';

const call = { method: 'POST', target: '/', headers: [] };
const replied = (body: string): Exchange => ({
  call,
  reply: { status: 201, headers: [], body: Buffer.from(body), ms: 1 } satisfies Reply,
});

describe('secretsIn', () => {
  it('finds secrets at any depth, each once', () => {
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

  it('looks inside a secret member that is not a string', () => {
    expect(secretsIn([replied('{"client_secret":{"client_secret":"secret-one"}}')])).toEqual(['secret-one']);
  });

  it('accepts a lost reply', () => {
    expect(secretsIn([{ call, reply: { lost: 'timeout', detail: '', ms: 1 } }])).toEqual([]);
  });
});

describe('conceal', () => {
  const secret = 'se"cret/ü';

  it('hides a secret in raw form, percent-encoded and in JSON', () => {
    const text = `${secret} ${encodeURIComponent(secret)} ${JSON.stringify({ secret })}`;
    expect(conceal(text, [secret])).toBe('[hidden] [hidden] {"secret":"[hidden]"}');
  });

  it('reaches every string of plain data and keeps the rest', () => {
    const value = { a: [secret, 1, null, true], b: { c: `x${secret}x` }, d: undefined };
    expect(conceal(value, [secret])).toEqual({
      a: ['[hidden]', 1, null, true],
      b: { c: 'x[hidden]x' },
      d: undefined,
    });
  });

  it('hides all of them, even where they overlap', () => {
    expect(conceal('token-long token-lo', ['token-long', 'token-lo'])).toBe('[hidden] [hidden]');
  });

  it('hides the beginning of one where the text was cut short, and leaves other cuts alone', () => {
    expect(conceal('name se"cre… and name se…', [secret])).toBe('name [hidden]… and name se…');
    expect(conceal(`"name ${encodeURIComponent(secret).slice(0, 7)}…" (99)`, [secret])).toBe(
      '"name [hidden]…" (99)',
    );
  });

  it('hides one however long it is, and however many there are', () => {
    const long = 'a-long-token-'.repeat(3_000);
    const many = Array.from({ length: 20_000 }, (_, index) => `secret-number-${index}`);
    expect(conceal(`x ${long} y`, [long])).toBe('x [hidden] y');
    expect(conceal('x secret-number-19999 y', [...many.toReversed(), long])).toBe('x [hidden] y');
  });

  it('changes nothing without secrets, and never its argument', () => {
    const value = { a: [secret] };
    expect(conceal(value, [])).toEqual(value);
    conceal(value, [secret]);
    expect(value).toEqual({ a: [secret] });
  });
});
