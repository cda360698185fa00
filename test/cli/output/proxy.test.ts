import { expect, test } from 'vitest';
import { proxyText } from '../../../conformance/cli/output/proxy.ts';

const started = { url: 'http://127.0.0.1:4020', findingsPage: false, renameHost: false };

test.each([
  ['on this machine', 'http://127.0.0.1:4010', false, 2],
  ['elsewhere', 'https://shop.example', false, 3],
  ['elsewhere, with its name', 'https://shop.example', true, 2],
])('a proxy before a server %s says what clients have to know', (_, upstream, renameHost, lines) => {
  const text = proxyText({ ...started, upstream, renameHost });
  expect(text.split('\n')).toHaveLength(lines);
  expect(text.includes('--rename-host')).toBe(lines === 3);
});
