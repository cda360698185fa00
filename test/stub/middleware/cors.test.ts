import { describe, expect, it } from 'vitest';
import { ask, makeStub, nodeNamed } from '../shop-stub.ts';

const { path } = nodeNamed('Kits');

describe('pages of other origins', () => {
  // A browser that sends credentials accepts no `*`.
  it('may call with credentials, and read the reasons', async () => {
    const headers = [['Origin', 'http://shop.example']] as const;
    const response = await ask('GET', `${path}?page[limit]=0`, { headers });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': 'http://shop.example',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': expect.stringContaining('assay-clause'),
      vary: 'origin',
    });
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
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': 'http://shop.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type',
      vary: 'origin, access-control-request-method, access-control-request-headers',
    });
  });

  it.each([true, false])('may not control the stub, with control %s', async (control) => {
    const headers = [
      ['Origin', 'http://shop.example'],
      ['Access-Control-Request-Method', 'POST'],
    ] as const;
    const stub = makeStub({ control });
    for (const [method, target] of [
      ['OPTIONS', '/__assay/reset'],
      ['OPTIONS', '/__assay/other'],
      ['GET', '/__assay/requests'],
      ['GET', '/__assay/health'],
    ] as const) {
      const response = await ask(method, target, { headers, stub });
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
