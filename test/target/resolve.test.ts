import { describe, expect, it } from 'vitest';
import { tokenFor } from '../../conformance/core/target.ts';
import { contract } from '../../conformance/proof/fixtures.ts';
import {
  checkBaseUrl,
  resolveTarget,
  type TargetFile,
  whereIsServer,
} from '../../conformance/target/target-file.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { isLoopback } from '../../src/http/exchange.ts';

const node = {
  hierarchy: '0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c11',
  node: '1c7a3b1f-9b3d-4e5f-8b64-1e3b6a7a1d22',
};

describe('resolveTarget', () => {
  it('may be written to on loopback', () => {
    const target = resolveTarget({}, 'http://127.0.0.1:4010');
    expect(target.writes).toBe(true);
  });

  it('may not be written to elsewhere without a word of the operator', () => {
    const target = resolveTarget({}, 'https://shop.example');
    expect(target.writes).toBe(false);
  });

  it('takes the word of the operator everywhere', () => {
    const word = { writes: 'allow', subscription: { currency: 'EUR', payment: 'any' } } as const;
    expect(resolveTarget(word, 'https://shop.example')).toMatchObject({
      writes: true,
      subscriptions: [{ currency: 'EUR', payment: 'any' }],
    });
    expect(resolveTarget({ writes: 'deny' }, 'http://localhost').writes).toBe(false);
  });

  it.each(['http://127.0.0.1:4010', 'https://shop.example'])('vouches for nothing by itself at %s', (url) => {
    expect(resolveTarget({}, url)).toMatchObject({ tokens: {}, key: {}, subscriptions: [{}], headers: [] });
  });

  it('sends one token on every operation, or on each its own', () => {
    const ids = idsOf(contract);
    const tokensOf = (token: NonNullable<TargetFile['token']>) => {
      const target = resolveTarget({ token }, 'http://localhost');
      return ids.map((id) => tokenFor(target, id));
    };
    expect(ids.length).toBeGreaterThan(1);
    expect(tokensOf('a')).toEqual(ids.map(() => 'a'));
    expect(tokensOf({ subscription: 'b' })).toEqual(
      ids.map((id) => (id === 'subscription' ? 'b' : undefined)),
    );
  });

  it('takes one set of vouched values, or several in their order', () => {
    const [one, other] = [{ currency: 'EUR' }, { currency: 'USD' }];
    const sets = (subscription: TargetFile['subscription']) =>
      resolveTarget({ ...(subscription ? { subscription } : {}) }, 'http://localhost').subscriptions;
    expect(sets(one)).toEqual([one]);
    expect(sets([one, other])).toEqual([one, other]);
  });

  it('takes over the rate limit that is vouched for', () => {
    expect(resolveTarget({ key: { reserved_rate_limit: 5 } }, 'http://localhost').key).toEqual({
      reserved_rate_limit: 5,
    });
  });

  it('adds nodes, but keeps what the file knows of one', () => {
    const known = { ...node, live: [] };
    const other = { ...node, node: node.hierarchy };
    const again = { hierarchy: node.hierarchy.toUpperCase(), node: node.node };
    expect(resolveTarget({ nodes: [known] }, 'http://localhost', [again, other]).nodes).toEqual([
      known,
      other,
    ]);
  });
});

describe('checkBaseUrl', () => {
  it('gives a base URL back without the slash at its end', () => {
    expect(checkBaseUrl('http://LOCALHOST:4010/api/', 'it')).toBe('http://localhost:4010/api');
  });

  it.each([
    ['localhost:4010', 'is not an http or https URL'],
    ['ftp://a.example', 'is not an http or https URL'],
    ['', 'is not an http or https URL'],
    ['http://me:pass@a.example', 'contains credentials'],
    ['http://a.example?x', 'has a query or a fragment'],
    ['http://a.example/#', 'has a query or a fragment'],
  ])('rejects %s and does not repeat it', (text, what) => {
    expect(() => checkBaseUrl(text, 'the base URL')).toThrow(`the base URL ${what}`);
  });

  it.each([
    ['http://127.9.9.9', true],
    ['http://[::1]:80', true],
    ['http://shop.localhost', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['http://127.0.0.1.example', false],
    ['http://localhost.example', false],
    ['http://10.0.0.1', false],
  ])('knows whether %s is loopback', (url, expected) => {
    expect(isLoopback(url)).toBe(expected);
  });
});

describe('whereIsServer', () => {
  it.each([
    ['http://127.0.0.1:8080/api', 'http://host.docker.internal:8080/api'],
    ['http://[::1]:8080', 'http://host.docker.internal:8080'],
  ])('names the host where a container takes itself for it: %s', (url, expected) => {
    expect(whereIsServer(url, { container: 'oci' })).toContain(
      `write baseUrl: ${expected} and writes: allow`,
    );
  });
  it('asks elsewhere', () => {
    const question = 'is the server running, and is this its address?';
    expect(whereIsServer('http://127.0.0.1:8080', {})).toBe(question);
    expect(whereIsServer('http://shop:8080', { container: 'oci' })).toBe(question);
  });
});
