import { expect, it } from 'vitest';
import type { SecurityScheme } from '../../src/contract/security.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import {
  credentialIn,
  keysIn,
  mayBeLetIn,
  withCredential,
  withoutCredential,
  withoutKeys,
} from '../../src/secrets/credentials.ts';

const bearer: SecurityScheme = { name: 'bearer', in: 'header', field: 'authorization', prefix: 'Bearer' };
const login: SecurityScheme = { ...bearer, name: 'login', prefix: 'Basic' };
const inHeader: SecurityScheme = { name: 'inHeader', in: 'header', field: 'x-shop' };
const inQuery: SecurityScheme = { name: 'inQuery', in: 'query', field: 'who' };
const inCookie: SecurityScheme = { name: 'inCookie', in: 'cookie', field: 'seat' };
const schemes = [bearer, inHeader, inQuery, inCookie];

const bare: HttpRequest = { method: 'GET', target: '/books?page=2', headers: [['cookie', 'theme=dark']] };
const full: HttpRequest = {
  method: 'GET',
  target: '/books?page=2&who=a%20b',
  headers: [
    ['X-Shop', 'key'],
    ['authorization', 'Bearer token'],
    ['cookie', 'theme=dark; seat=12=A'],
  ],
};
const secured = { operations: { get: { security: [schemes] } } } as unknown as Parameters<typeof keysIn>[0];

it('stands where its scheme says, beside what is there', () => {
  const written = schemes.map((scheme) => withCredential(bare, scheme, 'a b'));
  expect(written.map(({ target, headers }) => [target, ...headers.map((one) => one.join(': '))])).toEqual([
    ['/books?page=2', 'authorization: Bearer a b', 'cookie: theme=dark'],
    ['/books?page=2', 'x-shop: a b', 'cookie: theme=dark'],
    ['/books?page=2&who=a%20b', 'cookie: theme=dark'],
    ['/books?page=2', 'cookie: theme=dark; seat=a b'],
  ]);
  expect(withCredential(bare, login, 'me:1').headers[0]).toEqual(['authorization', 'Basic bWU6MQ==']);
  expect(withCredential({ ...bare, headers: [] }, inCookie, 'x').headers).toEqual([['cookie', 'seat=x']]);
});

it('is replaced by another, and found', () => {
  for (const scheme of schemes) {
    const replaced = withCredential(full, scheme, 'other');
    expect(credentialIn(replaced, scheme)).toBe(scheme === bearer ? 'Bearer other' : 'other');
    expect(withCredential(withoutCredential(full, scheme), scheme, 'other')).toEqual(replaced);
    expect(credentialIn(withoutCredential(full, scheme), scheme)).toBeUndefined();
    for (const another of schemes)
      if (another !== scheme) expect(credentialIn(replaced, another)).toBe(credentialIn(full, another));
  }
  expect(withoutCredential({ ...full, headers: [['cookie', 'seat=1']] }, inCookie).headers).toEqual([]);
});

it('is a key if no prefix says what it is', () => {
  expect(keysIn(secured, full)).toEqual(['key', 'a b', '12=A']);
  expect(keysIn(secured, bare)).toEqual([]);
  expect(withoutKeys(secured, full)).toEqual({
    method: 'GET',
    target: '/books?page=2&who=[redacted]',
    headers: [
      ['X-Shop', '[redacted]'],
      ['authorization', 'Bearer token'],
      ['cookie', 'theme=dark; seat=[redacted]'],
    ],
  });
});

it('lets in by one way that is complete', () => {
  const ways = [[inHeader, inQuery], [bearer]];
  expect(mayBeLetIn({ security: [] }, bare)).toBe(true);
  expect(mayBeLetIn({ security: ways }, bare)).toBe(false);
  expect(mayBeLetIn({ security: ways }, withCredential(bare, inHeader, 'x'))).toBe(false);
  expect(mayBeLetIn({ security: ways }, withCredential(bare, bearer, 'x'))).toBe(true);
  expect(mayBeLetIn({ security: ways }, withCredential(bare, login, 'x'))).toBe(false);
  expect(mayBeLetIn({ security: [[inHeader]] }, withCredential(bare, inHeader, 'x'))).toBe(true);
});
