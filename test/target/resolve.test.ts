import { describe, expect, it } from 'vitest';
import { knownGoodOf, tokenFor } from '../../conformance/core/target.ts';
import { checkBaseUrl, resolveTarget, type TargetFile } from '../../conformance/target/target-file.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { isLoopback } from '../../src/http/exchange.ts';
import { contract } from '../shipped.ts';

const hierarchyID = '0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c11';
const nodeID = '1c7a3b1f-9b3d-4e5f-8b64-1e3b6a7a1d22';

describe('resolveTarget', () => {
  it('may be written to on loopback', () => {
    const target = resolveTarget(contract, {}, 'http://127.0.0.1:4010');
    expect(target.writes).toBe(true);
  });

  it('may not be written to elsewhere without a word of the operator', () => {
    const target = resolveTarget(contract, {}, 'https://shop.example');
    expect(target.writes).toBe(false);
  });

  it('takes the word of the operator everywhere', () => {
    const word = { writes: 'allow', known: { subscription: { currency: 'EUR' } } } as const;
    expect(resolveTarget(contract, word, 'https://shop.example')).toMatchObject({
      writes: true,
      known: { subscription: [{ currency: 'EUR' }] },
    });
    expect(resolveTarget(contract, { writes: 'deny' }, 'http://localhost').writes).toBe(false);
  });

  it.each(['http://127.0.0.1:4010', 'https://shop.example'])('vouches for nothing by itself at %s', (url) => {
    expect(resolveTarget(contract, {}, url)).toMatchObject({ tokens: {}, known: {}, headers: [] });
  });

  it('sends one token on every operation, or on each its own', () => {
    const ids = idsOf(contract);
    const tokensOf = (token: NonNullable<TargetFile['token']>) => {
      const target = resolveTarget(contract, { token }, 'http://localhost');
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
    const sets = (known: TargetFile['known']) =>
      knownGoodOf(
        resolveTarget(contract, { ...(known ? { known } : {}) }, 'http://localhost'),
        'subscription',
      );
    expect(sets(undefined)).toEqual([{}]);
    expect(sets({ subscription: one })).toEqual([one]);
    expect(sets({ subscription: [one, other] })).toEqual([one, other]);
  });

  it('adds collections, but keeps what the file knows of one', () => {
    const known = { at: { nodeID, hierarchyID }, holds: [] };
    const [again, other] = [
      [hierarchyID.toUpperCase(), nodeID],
      [hierarchyID, hierarchyID],
    ].map((values) => ({ operation: 'node-products', values }));
    const further = [again, other].filter((one) => one !== undefined);
    const file = { collections: [known] };
    expect(resolveTarget(contract, file, 'http://localhost', further).collections).toEqual([
      { operation: 'node-products', values: [hierarchyID, nodeID], holds: [] },
      other,
    ]);
  });

  it('compares ids that are UUIDs without regard to case, and keeps others', () => {
    const id = 'A55A0000-0000-4000-8000-00000000000B';
    const declared = { id, name: 'Tent' };
    const file = { collections: [{ at: { hierarchyID, nodeID }, holds: [declared, 7, 'B7'], order: [id] }] };
    const { collections, declared: fields } = resolveTarget(contract, file, 'http://localhost');
    expect(collections).toMatchObject([{ holds: [id.toLowerCase(), '7', 'B7'], order: [id.toLowerCase()] }]);
    expect([...(fields ?? [])]).toEqual([[id.toLowerCase(), { id: id.toLowerCase(), name: 'Tent' }]]);
  });

  it.each([
    ['500ms', 500],
    ['2s', 2000],
    ['0.5s', 500],
  ])('reads how long a change takes: %s', (settles, milliseconds) => {
    expect(resolveTarget(contract, { settles }, 'http://localhost').settles).toBe(milliseconds);
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
