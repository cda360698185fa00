import { describe, expect, it } from 'vitest';
import { proxyFor } from '../../src/http/proxy-variables.ts';

const one = 'http://one.example:3128';
const other = 'http://other.example:3128';

describe('the proxy of a server', () => {
  it.each([
    ['http://shop.example', { HTTP_PROXY: one, HTTPS_PROXY: other }, 'HTTP_PROXY'],
    ['https://shop.example', { HTTP_PROXY: one, HTTPS_PROXY: other }, 'HTTPS_PROXY'],
    ['https://shop.example', { HTTP_PROXY: one }, 'HTTP_PROXY'],
    ['https://shop.example', { HTTP_PROXY: one, HTTPS_PROXY: '' }, 'HTTP_PROXY'],
    ['http://shop.example', { HTTPS_PROXY: one }, undefined],
    ['http://shop.example', { HTTP_PROXY: one, http_proxy: other }, 'http_proxy'],
    ['http://shop.example', { HTTP_PROXY: one, http_proxy: '' }, undefined],
    ['http://127.0.0.1:8080', { HTTP_PROXY: one }, undefined],
    ['http://shop.example', {}, undefined],
  ])('%s with %j: %s', (origin, env: Record<string, string>, variable) => {
    expect(proxyFor(origin, env)?.variable).toBe(variable);
    if (variable !== undefined) expect(proxyFor(origin, env)?.url).toBe(env[variable]);
  });

  it.each([
    ['https://shop.example', 'shop.example', true],
    ['https://shop.example', 'other.example, SHOP.example', true],
    ['https://a.shop.example', 'shop.example', true],
    ['https://a.shop.example', '.shop.example', true],
    ['https://a.shop.example', '*.shop.example', true],
    ['https://a.shop.example', '*', true],
    ['https://a-shop.example', 'shop.example', false],
    ['https://shop.example', 'a.shop.example', false],
    ['https://shop.example', ' , ', false],
    ['https://shop.example.', 'shop.example', true],
    ['https://shop.example', 'shop.example:443', true],
    ['https://shop.example', 'shop.example:8443', false],
    ['http://10.0.0.1:8080', '10.0.0.1:8080', true],
    ['http://10.0.0.1', '*:8080', false],
    ['http://[fd00::1]', 'fd00::1', true],
    ['http://[fd00::1]:8080', '[fd00::1]:8080', true],
    ['http://[fd00::1]:8080', '[fd00::1]:80', false],
  ])('%s with NO_PROXY=%s: none is %s', (origin, noProxy, isExempt) => {
    expect(proxyFor(origin, { HTTP_PROXY: one, NO_PROXY: noProxy }) === undefined).toBe(isExempt);
  });

  it.each([
    'socks5://one.example',
    'socks://one.example',
    'ftp://one.example',
    'one.example:3128',
    'http://[',
  ])('is not %s, unless the server needs none', (url) => {
    expect(() => proxyFor('https://shop.example', { HTTPS_PROXY: url })).toThrow(
      'HTTPS_PROXY does not name an HTTP proxy; write it like http://proxy.example:3128, or set NO_PROXY=shop.example.',
    );
    expect(proxyFor('https://shop.example', { HTTPS_PROXY: url, NO_PROXY: '*' })).toBeUndefined();
    expect(proxyFor('http://shop.example', { HTTPS_PROXY: url })).toBeUndefined();
  });
});
