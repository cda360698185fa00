import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { ask, catalog, makeStub } from '../shop-stub.ts';

describe('the stub’s own routes', () => {
  it('show what is served, with links that work', async () => {
    const stub = makeStub({ prefix: '/api' });
    const { headers, text } = await ask('GET', '/', { headers: [['Host', 'shop.example']], stub });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('bundles with components');
    const links = [...text.matchAll(/href="([^"#]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) {
      expect((await ask('GET', link.replace('http://shop.example', ''), { stub })).status, link).toBe(200);
    }
  });

  it('escape the content of the catalog', async () => {
    const node = { id: 'b', name: '<script>', about: '"&', products: [], curated: [] };
    const catalog = {
      name: '<b>',
      accounts: new Set<string>(),
      plans: new Set<string>(),
      offerings: new Map(),
      products: new Map(),
      hierarchies: [{ id: 'a', name: "'", nodes: [node] }],
    };
    const { text } = await ask('GET', '/', { stub: makeStub({ catalog }) });
    expect(text).not.toMatch(/<script>|<b>/);
    expect(text).toContain('&#60;script&#62;');
  });

  it('mark the chosen options', async () => {
    const { text } = await ask('GET', '/', { stub: makeStub({ choices: { state: 'paused' } }) });
    expect(text).toContain('<b class="on">paused</b>');
  });

  it('report health, and serve the contract with this server in it', async () => {
    const stub = makeStub({ prefix: '/api' });
    const health = await ask('GET', '/__assay/health', { stub });
    expect(JSON.parse(health.text)).toMatchObject({ status: 'ok' });
    expect((await ask('HEAD', '/__assay/health', { stub })).text).toBe('');
    const { text } = await ask('GET', '/__assay/openapi.json', { headers: [['Host', 'a:1']], stub });
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://a:1/api' }] });
  });

  it('serve the contract without examples of nodes where there are none', async () => {
    const stub = makeStub({ catalog: { ...catalog, hierarchies: [] } });
    const { status, text } = await ask('GET', '/__assay/openapi.json', { stub });
    expect(status).toBe(200);
    const [node] = catalog.hierarchies[0]?.nodes ?? [];
    expect(text).not.toContain(node?.id);
    expect((await ask('GET', '/__assay/openapi.json')).text).toContain(node?.id);
  });

  it('serve a contract that is valid, whatever the choices', async () => {
    for (const choices of [{}, { tokens: 'own' } as const]) {
      const { text } = await ask('GET', '/__assay/openapi.json', { stub: makeStub({ choices }) });
      await expect(SwaggerParser.validate(JSON.parse(text))).resolves.toBeDefined();
    }
  });
});
