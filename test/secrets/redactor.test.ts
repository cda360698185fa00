import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import {
  mayNameSecret,
  redactedHeaders,
  redactedJson,
  secretsInRequest,
  secretsInResponse,
  secretsNamedIn,
} from '../../src/secrets/exchange-secrets.ts';
import { secretNamesOf } from '../../src/secrets/names.ts';
import { createRedactor, everyNamed, redactedBody, redactorOf } from '../../src/secrets/redactor.ts';
import { seed } from '../seed.ts';
import { encodings, leaksIn } from './encodings.ts';

/** It calls `payment_authority` a secret. */
const contract = await loadContract();
const names = secretNamesOf(contract);

const secret = 'Se"cret/ü+1 <é>=&';

describe('a known secret', () => {
  it.each(Object.entries(encodings))('is redacted %s', (_, encode) => {
    const shown = createRedactor([secret]).text(`before ${encode(secret)} after`);
    expect(shown).toMatch(/^before .*\[redacted\].* after$/s);
    expect(leaksIn(shown, [secret])).toEqual([]);
  });

  it('is redacted whatever it is, wherever it stands and however it is written', () => {
    const names = Object.keys(encodings);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ minLength: 6, maxLength: 90 }),
          fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }),
          fc.base64String({ minLength: 6, maxLength: 200 }),
        ).filter((one) => one.isWellFormed()),
        fc.constantFrom(...names),
        fc.string({ maxLength: 30 }),
        fc.string({ maxLength: 30 }),
        (value, name, before, after) => {
          const encoded = encodings[name]?.(value) ?? '';
          const shown = createRedactor([value]).text(`${before} | ${encoded} | ${after}`);
          expect(shown).toContain('[redacted]');
          expect(shown).not.toContain(encoded);
        },
      ),
      { numRuns: 500, seed },
    );
  }); // biome-ignore format: a draw a line

  it('is redacted in a form whose only escapes are spaces', () => {
    expect(createRedactor(['open sesame now']).text('a=open+sesame+now&b=1')).toBe('a=[redacted]&b=1');
  });

  it('is not redacted twice', () => {
    const { foreign } = createRedactor();
    for (const text of [
      'authorization: Bearer [redacted]',
      '{"client_secret":"[redacted]"}',
      '?token=[redacted]&a=1',
    ])
      expect(foreign(text)).toBe(text);
    expect(foreign('token=[redacted]s3cr3t-1')).not.toContain('s3cr3t-1');
  });

  it('reaches every text of plain data, keeps the rest, and never changes its argument', () => {
    const value = { a: [secret, 1, null, true], b: { c: `x${secret}x` }, d: undefined };
    const copy = structuredClone(value);
    expect(createRedactor([secret]).data(value)).toEqual({
      a: ['[redacted]', 1, null, true],
      b: { c: 'x[redacted]x' },
      d: undefined,
    });
    expect(value).toEqual(copy);
  });

  it('is redacted whole where another is a part of it, and beside another', () => {
    const { text } = createRedactor(['token-long', 'token-lo', 'a-token']);
    expect(text('token-long token-lo a-token-long')).toBe('[redacted] [redacted] [redacted]');
  });

  it.each(['', 'a', 'ab', 'user:', 'a-long-user:'])('is redacted in base64 behind "%s"', (before) => {
    const text = Buffer.from(`${before}${secret}${before}`).toString('base64');
    const shown = createRedactor([secret]).text(text).replaceAll('[redacted]', '');
    expect(Buffer.from(shown, 'base64').toString()).not.toContain(secret.slice(2, -2));
  });

  it('is redacted in part where a text was cut short, and other cuts are left alone', () => {
    const { text } = createRedactor([secret]);
    expect(text('name Se"cre… and name se…')).toBe('name [redacted]… and name se…');
    expect(text(`"name ${encodeURIComponent(secret).slice(0, 11)}…" (99)`)).toBe('"name [redacted]…" (99)');
  });

  it('is redacted however long it is, and however many there are', () => {
    const long = Array.from({ length: 3_000 }, (_, index) => index).join('.');
    const many = Array.from({ length: 20_000 }, (_, index) => `secret-number-${index}`);
    const { text } = createRedactor([...many.toReversed(), long]);
    expect(text(`x ${long} y`)).toBe('x [redacted] y');
    expect(text('x secret-number-19999 y')).toBe('x [redacted] y');
    expect(text(many.join(' '))).toBe(many.map(() => '[redacted]').join(' '));
  });
});

describe('time and memory', () => {
  it('grow with a text, however many line breaks and secrets are in it', () => {
    const { text } = createRedactor(['abcdef']);
    expect(text('abcdef\n'.repeat(50_000))).not.toContain('abcdef');
  });

  it('grow with a text, however many places in it are cut and secrets begin alike', () => {
    const { text } = createRedactor(Array.from({ length: 20_000 }, (_, index) => `abcabcabcabc${index}`));
    expect(text('abcabcabcabc… '.repeat(20_000))).toBe('[redacted]… '.repeat(20_000));
  });

  it('do not grow with a body beyond what any report shows of it, with room to spare', () => {
    const named = (value: string): string => `"client_secret":"${value}",`;
    const body = Buffer.from(
      `{${named('first-secret')}${'%41'.repeat(240_000)}${named('second-secret')}${'%41'.repeat(10_000_000)}${named('third-secret')}`,
    );
    const request = { method: 'GET', target: '/', headers: [] };
    const response = { status: 200, headers: [], body, ms: 1 };
    expect(secretsInResponse(contract, { request, response })).toEqual(['first-secret', 'second-secret']);
  }); // biome-ignore format: short
});

describe('more secrets than are remembered', () => {
  const { body, text } = createRedactor(
    Array.from({ length: 25_001 }, (_, index) => `secret-number-${index}`),
  );

  it('redact whole bodies, and say so', () => {
    expect(body('{"data":{}}', everyNamed)).toBe(redactedBody);
  });

  it('redact whole headers, and values of JSON', () => {
    const redactor = createRedactor();
    redactor.redactBodies();
    expect(redactedHeaders([['x-echo', 'secret-one']], redactor)).toEqual([['x-echo', '[redacted]']]);
    expect(redactedJson({ a: 'secret-one', b: 1 }, redactor)).toEqual({ a: '[redacted]', b: 1 });
  });

  it('redact what sentences quote, and nothing else of them', () => {
    expect(text('saw "secret-number-25000" in the reply')).toBe('saw "[redacted]" in the reply');
  });

  it('are those of long texts as well, however few', () => {
    expect(createRedactor(['a'.repeat(1_000_001)]).body('{}', everyNamed)).toBe(redactedBody);
  });
});

describe('what is left', () => {
  it.each([
    'expected a string, saw 12',
    '100 % of "x" & y\\n',
    'GET /a?page%5Blimit%5D=2&filter=eq(slug,%22a%22) → 200',
    '{"code":422,"key":"a","state":"x","session":1,"name":"token of esteem"}',
    '{"client_secret":null,"token":"","secret":true,"tokens":[]}',
    'a token, a secret and a password: all of them',
    'authorization: Bearer ',
  ])('%s', (text) => {
    const { foreign } = createRedactor(['other-secret']);
    expect(foreign(text)).toBe(text);
    expect(secretsNamedIn(names, text)).toEqual([]);
  });

  it('values too short to be told from other text', () => {
    expect(createRedactor(['abcde', '']).text('abcdefgh')).toBe('abcdefgh');
  });

  it('ordinary words, elsewhere than under a name of a secret', () => {
    expect(secretsNamedIn(names, '{"errors":{"token":"required","password":"too short"}}')).toEqual([]);
  });

  it('says the same once more', () => {
    const { foreign } = redactorOf(contract);
    const once = foreign(
      '{"client_secret":"abc","b":{"token":12345},"url":"/a?token=1&b=2","card_id":[1,"2"]}',
    );
    expect(once).toBe(
      '{"client_secret":"[redacted]","b":{"token":[redacted]},"url":"/a?token=[redacted]&b=2","card_id":[[redacted],"[redacted]"]}',
    );
    expect(foreign(once)).toBe(once);
  });
});

describe('a value under the name of a secret', () => {
  it.each([
    ['{"client_secret":"[x]","a":1}', '{"client_secret":"[redacted]","a":1}'],
    ["{'client_secret' : '[x]'}", "{'client_secret' : '[redacted]'}"],
    ['{client_secret: 90713345}', '{client_secret: [redacted]}'],
    ['{"a":{"payment_authority":{"type":"a","name":"x","more":[1,{"type":"b"}]},"b":1}}', '{"a":{"payment_authority":{"type":"a","name":"[redacted]","more":[[redacted],{"type":"[redacted]"}]},"b":1}}'],
    ['"{\\"client_secret\\":\\"x\\"}"', '"{\\"client_secret\\":\\"[redacted]\\"}"'],
    ['a=b&client_secret=x1', 'a=b&client_secret=[redacted]'],
    ['"authorization":"Bearer x1"', '"authorization":"Bearer [redacted]"'],
    ['https://a:b@c/?%74oken=x1', 'https://[redacted]@c/?%74oken=[redacted]'],
    ['/a?b=c#code=2&d=e', '/a?b=c#code=[redacted]&d=e'],
    ['{"client\\u005fsecret":"x1"}', '{"client\\u005fsecret":"[redacted]"}'],
    ['{"client_secret":"x1', '{"client_secret":"[redacted]'],
  ])('%s', (text, expected) => {
    expect(redactorOf(contract).foreign(text)).toBe(expected);
  }); // biome-ignore format: one a line

  it.each<[string, Json]>([
    ['a field', { properties: { newPin: { format: 'password' } } }],
    ['a schema that others lead to', { properties: { newPin: { $ref: '#/a' } }, a: { $ref: '#/b' }, b: { 'x-secret': true } }],
    ['a part of a schema', { properties: { newPin: { allOf: [{ type: 'string' }, { oneOf: [{ format: 'password' }] }] } } }],
    ['the items of a list', { properties: { newPin: { type: 'array', items: { 'x-secret': true } } } }],
    ['a schema in circles', { properties: { newPin: { $ref: '#/a' } }, a: { items: { $ref: '#/a' }, 'x-secret': true } }],
    ['a parameter', { parameters: [{ name: 'newPin', in: 'query', schema: { format: 'password' } }] }],
  ])('is a secret of the contract that calls it so, as it spells it, and of no other: %s', (_, document) => {
    const own = { operations: {}, document: document as JsonObject };
    const body = Buffer.from('{"newPin":"any-1"}');
    expect([mayNameSecret(own, body), mayNameSecret(contract, body)]).toEqual([true, false]);
    const texts = ['{"newPin":"any-1"}', '/a?newPin=any-1', 'data.newPin: any-123'];
    for (const text of texts) {
      expect(redactorOf(own).foreign(text)).toMatch(/newPin.*\[redacted\]/);
      expect(redactorOf(contract).foreign(text)).toBe(text);
    }
    expect(redactedJson({ newPin: 'a' }, redactorOf(own))).toEqual({ newPin: '[redacted]' });
    for (const name of ['newpin', 'renewPin', 'newPins', 'newPin-hint']) {
      const [text, json] = [`{"${name}":"any-1"}`, { [name]: 'any-1' }];
      expect(redactorOf(own).foreign(text)).toBe(text);
      expect(redactedJson(json, redactorOf(own))).toEqual(json);
    }
  }); // biome-ignore format: one a line

  it('is no secret if the contract states that it is the token of a page', () => {
    const list = { inputToken: 'pageToken', outputToken: '$response.header.X-Next-Token' };
    const own = { operations: {}, document: { paths: { '/a': { get: { 'x-list': list } } } } };
    const { foreign } = redactorOf(own);
    expect(foreign('/a?pageToken=abc-123&accessToken=abc')).toBe('/a?pageToken=abc-123&accessToken=[redacted]');
    const sent: HttpRequest = { method: 'GET', target: '/a?pageToken=a1b2c3', headers: [['x-next-token', 'a1b2c3'], ['x-token', 'd4e5f6']] };
    expect(secretsInRequest(own, sent)).toEqual(['d4e5f6']);
    expect(redactedHeaders(sent.headers, redactorOf(own))).toEqual([['x-next-token', 'a1b2c3'], ['x-token', '[redacted]']]);
    expect(redactorOf(contract).foreign('/a?pageToken=abc-123')).toBe('/a?pageToken=[redacted]');
  }); // biome-ignore format: one a line

  it('is known from then on', () => {
    expect(secretsNamedIn(names, '{"client_secret":"secret-one","b":[{"client_secret":{"x":90713345512}}]}')).toEqual([
      'secret-one',
      '90713345512',
    ]);
    expect(secretsNamedIn(names, '{"client_secret":"secret-one","client_secret":"secret-two"}')).toEqual(['secret-one', 'secret-two']);
  }); // biome-ignore format: short

  it('is found in time that grows with the length of a text, whatever is in it', () => {
    const { foreign } = createRedactor(['other-secret']);
    for (const piece of ['{"token":', '"client_secret":"', 'token', '[', '%5', '//a:', '?a', '"', 'token={'])
      expect(foreign(`${piece.repeat(20_000)} other-secret`)).not.toContain('other-secret');
  });
});
