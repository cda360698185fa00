import { expect, test } from 'vitest';
import { originOf } from '../../src/http/exchange.ts';

test.each([
  ['IPv4', '127.0.0.2', 'http://127.0.0.2:4010'],
  ['IPv4', '0.0.0.0', 'http://127.0.0.1:4010'],
  ['IPv6', 'fe80::1', 'http://[fe80::1]:4010'],
  ['IPv6', '::', 'http://[::1]:4010'],
])('a server that listens at the %s address %s is reached at %s', (family, address, origin) => {
  expect(originOf({ family, address, port: 4010 })).toBe(origin);
});
