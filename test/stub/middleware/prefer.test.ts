import { describe, expect, it } from 'vitest';
import { ask, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kits');
const preferring = (...lines: string[]) =>
  ask('GET', path, { headers: lines.map((line) => ['Prefer', line] as const) });

describe('the preference', () => {
  it.each([
    ['code=503', 503, 'code=503'],
    ['code="404"', 404, 'code=404'],
    ['respond-async, code=503; x=1', 503, 'code=503'],
    ['code=202', 202, 'code=202'],
    ['code=99', 200, null],
    ['code=teapot', 200, null],
    ['delay=60001', 200, null],
    ['return=minimal', 200, null],
  ])('%s', async (line, status, applied) => {
    const response = await preferring(line);
    expect([response.status, response.headers.get('preference-applied')]).toEqual([status, applied]);
  });

  it('for a delay can be combined with one for a status', async () => {
    const started = performance.now();
    const response = await preferring('delay=40', 'code=429');
    expect(performance.now() - started).toBeGreaterThan(35);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
    expect(response.headers.get('preference-applied')).toBe('code=429, delay=40');
  });
});
