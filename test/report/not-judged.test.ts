import { describe, expect, it } from 'vitest';
import { whereIsServer } from '../../conformance/report/not-judged.ts';

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
