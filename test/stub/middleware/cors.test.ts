import { describe, expect, it } from 'vitest';
import { ask, makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kits');

describe('pages of other origins', () => {
  it('may call, and read the reasons', async () => {
    const headers = [['Origin', 'http://shop.example']] as const;
    const response = await ask('GET', `${path}?page[limit]=0`, { headers });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('assay-clause');
    expect((await ask('GET', path)).headers.has('access-control-allow-origin')).toBe(false);
  });

  it('may send a preflight request', async () => {
    const headers = [
      ['Origin', 'http://shop.example'],
      ['Access-Control-Request-Method', 'POST'],
      ['Access-Control-Request-Headers', 'authorization, content-type'],
    ] as const;
    const response = await ask('OPTIONS', '/v2/application-keys', { headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
    const control = await ask('OPTIONS', '/__assay/reset', { headers, stub: makeStub({ control: true }) });
    expect(control.headers.has('access-control-allow-origin')).toBe(false);
  });
});
