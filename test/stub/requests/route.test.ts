import { describe, expect, it } from 'vitest';
import { ask, makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kitchen');
const statusOf = async (method: string, target: string, options = {}) =>
  (await ask(method, target, { stub: makeStub(options) })).status;

describe('routing', () => {
  it('distinguishes an unknown path from a method that is not allowed', async () => {
    expect(await statusOf('GET', '/nowhere')).toBe(404);
    expect(await statusOf('GET', '*')).toBe(404);
    const { status, headers } = await ask('DELETE', path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET');
    expect(headers.get('assay-pointer')).toContain('#/paths/');
    expect(await statusOf('HEAD', path)).toBe(405);
  });

  it.each([
    ['/application-keys', '/v2/application-keys'],
    ['/v2/application-keys/', '/v2/application-keys'],
    ['/v1/subscriptions', '/subscriptions/subscriptions'],
    [path.replace('/pcm/', '/catalog/'), path],
    [path.replace('/products', ''), path],
    [
      '/pcm/hierarchies/shop/nodes/tents/products/1',
      '/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products',
    ],
  ])('names the path that is nearest to %s', async (wrong, right) => {
    const { status, headers, text } = await ask('GET', wrong);
    expect(status).toBe(404);
    expect(decodeURIComponent(headers.get('assay-nearest') ?? '')).toBe(right);
    expect(text).toContain(`the nearest is ${right}`);
    expect(headers.get('assay-pointer')).toBe('#/paths');
  });

  it('names it with the prefix, and whatever is asked for', async () => {
    const stub = makeStub({ prefix: '/api' });
    for (const wrong of ['/v2/application-keys', '/apis/v2/application-keys', '/api/application-keys']) {
      const { headers } = await ask('POST', wrong, { stub });
      expect(headers.get('assay-nearest'), wrong).toBe('/api/v2/application-keys');
    }
    const { status, headers } = await ask('GET', `/${'\u0001ü/'.repeat(5_000)}`, { stub });
    expect([status, headers.get('assay-nearest')?.startsWith('/api/')]).toEqual([404, true]);
    expect((await ask('GET', path)).headers.get('assay-nearest')).toBeNull();
  });

  it('rejects an invalid percent sign', async () => {
    expect(await statusOf('GET', `${path}%`)).toBe(400);
    expect(await statusOf('GET', path.replace('pcm', '%70cm'))).toBe(200);
  });

  it('serves nothing outside its prefix', async () => {
    expect(await statusOf('GET', path, { prefix: '/api' })).toBe(404);
    expect(await statusOf('GET', `/api${path}`, { prefix: '/api/' })).toBe(200);
    expect(await statusOf('GET', `/apis${path}`, { prefix: '/api' })).toBe(404);
  });

  it('accepts a trailing slash, by choice', async () => {
    expect(await statusOf('GET', `${path}/`)).toBe(404);
    expect(await statusOf('GET', `${path}/`, { choices: { 'trailing-slash': 'served' } })).toBe(200);
  });
});
