import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { type FetchHandler, fromFetch } from '../../src/http/fetch-handler.ts';

const get: HttpRequest = { method: 'GET', target: '/a?page%5Blimit%5D=2', headers: [['X-A', '1']] };

const say = (handler: FetchHandler, request: HttpRequest = get, timeout = 1000) =>
  fromFetch(handler, { baseUrl: 'http://app.example/api/', timeout })(request);

describe('fromFetch', () => {
  it('passes on the call and returns the response', async () => {
    const post = { ...get, method: 'POST', body: Buffer.from('{}') };
    const response = await say(async (request) => {
      const said = [request.method, request.url, request.headers.get('x-a'), await request.text()];
      const headers = new Headers([['set-cookie', 'a=1'], ['set-cookie', 'b=2']]); // biome-ignore format: pairs
      return Response.json(said, { status: 201, headers });
    }, post);
    expect(response).toMatchObject({ status: 201, ms: expect.any(Number) });
    if ('lost' in response) throw new Error('lost');
    expect(JSON.parse(Buffer.from(response.body).toString())).toEqual([
      'POST',
      'http://app.example/api/a?page%5Blimit%5D=2',
      '1',
      '{}',
    ]);
    expect(response.headers.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
  });

  it('treats a handler that throws as a failing server', async () => {
    const response = await say(() => {
      throw new Error('oops');
    });
    expect(response).toMatchObject({ status: 500, body: Buffer.from('the handler threw: oops') });
  });

  it('times out', async () => {
    const response = await say(() => new Promise(() => {}), get, 20);
    expect(response).toMatchObject({ lost: 'timeout', detail: 'no complete response within 20 ms' });
  });

  it('sends nothing that a Request cannot express', async () => {
    let called = false;
    const response = await say(
      () => {
        called = true;
        return new Response();
      },
      { ...get, method: 'TRACE' },
    );
    expect(response).toMatchObject({ lost: 'unsent', detail: expect.stringContaining('TRACE') });
    expect(called).toBe(false);
  });

  it('does not follow redirects', async () => {
    expect(await say(() => Response.redirect('http://a.example/'))).toMatchObject({ status: 302 });
  });
});
