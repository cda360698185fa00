import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { ask, makeStub } from '../shop-stub.ts';

describe('the stub’s own routes', () => {
  it('describe what is served, with paths and choices', async () => {
    const stub = makeStub({ prefix: '/api', choices: { state: 'paused' } });
    const { text } = await ask('GET', '/', { headers: [['Host', 'shop.example']], stub });
    const { baseUrl, collections, choices } = JSON.parse(text);
    expect(baseUrl).toBe('http://shop.example/api');
    expect(choices).toContainEqual(expect.objectContaining({ id: 'state', chosen: 'paused' }));
    const paths = collections.map(({ path }: { path: string }) => path);
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) expect((await ask('GET', `/api${path}`, { stub })).status, path).toBe(200);
  });

  it.each(['/api', '/api/', '/api/__assay/health', '/'])('answer below the prefix, too: %s', async (path) => {
    expect((await ask('GET', path, { stub: makeStub({ prefix: '/api' }) })).status).toBe(200);
  });

  it.each(['/apis', '/api/other', '/apix/__assay/health'])(
    'leave other paths to the contract: %s',
    async (path) => {
      expect((await ask('GET', path, { stub: makeStub({ prefix: '/api' }) })).status).toBe(404);
    },
  );

  it('report health, and serve the contract with this server in it', async () => {
    const stub = makeStub({ prefix: '/api' });
    const health = await ask('GET', '/__assay/health', { stub });
    expect(JSON.parse(health.text)).toMatchObject({ status: 'ok' });
    expect((await ask('HEAD', '/__assay/health', { stub })).text).toBe('');
    const { text } = await ask('GET', '/__assay/openapi.json', { headers: [['Host', 'a:1']], stub });
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://a:1/api' }] });
  });

  it('serve a contract that is valid', async () => {
    const { text } = await ask('GET', '/__assay/openapi.json');
    await expect(SwaggerParser.validate(JSON.parse(text))).resolves.toBeDefined();
  });
});
