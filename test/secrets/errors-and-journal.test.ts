import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog, logServed } from '../../conformance/cli/output/stub.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import { serveLocally } from '../serve-locally.ts';
import { ask, contract, makeStub, nodeNamed } from '../stub/shop-stub.ts';
import { encodings, leaksIn } from './encodings.ts';

const token = 'T0ken-canary=one/two';
const node = `${'0a'.repeat(4)}-0000-4000-8000-000000000000`;

/** Runs a command against a real server. */
async function against(listener: RequestListener, words: (url: string) => readonly string[]) {
  await using server = await serveLocally(listener);
  return await runAssay(words(server.baseUrl), { environment: { ASSAY_TOKEN: token } });
}

describe('an error', () => {
  it.each([
    ['check', (url: string) => ['check', url, '--no-target', '--at', `${node}/${node}`]],
    [
      'init',
      (url: string) => [
        'init',
        url,
        '--at',
        `${node}/${node}`,
        '--output',
        join(tmpdir(), 'assay-never-written.yaml'),
      ],
    ],
  ])('of %s never shows a token that a redirect repeats, in any encoding', async (_, words) => {
    for (const [name, encode] of Object.entries(encodings)) {
      const location = `https://login.example/?next=${encode(token)}&code=canary-2`.replaceAll(/[^!-~]/g, '');
      const { code, out, error } = await against(
        (_request, response) => response.writeHead(302, { location }).end(),
        words,
      );
      expect([code, error]).toEqual([2, expect.stringContaining('(302)')]);
      expect([name, leaksIn(out + error, [token, 'canary-2'])]).toEqual([name, []]);
    }
  });
});

describe('the words of a rejection', () => {
  const bodies = [
    ...Object.entries(encodings).map(([name, encode]) => [name, Buffer.from(`bad ${encode(token)} store`)] as const),
  ] as const; // biome-ignore format: one a line
  it.each(bodies)('hold no token: %s', async (_, body) => {
    const { out, error } = await against(
      (_request, response) => response.writeHead(403).end(body),
      (url) => ['check', url, '--no-target', '--at', `${node}/${node}`],
    );
    expect(error).toContain('403');
    expect(error).toContain('does not accept the token');
    expect(error).toContain('orrect "token" in the target file');
    expect(leaksIn(error + out, [token])).toEqual([]);
  });
});

const secretHeaders = [
  ['x-auth', 'canary-01'], ['api-key', 'canary-02'], ['x-session-id', 'canary-03'], ['x-password', 'canary-04'],
  ['X-Auth-Token', 'canary-05'], ['X-Amz-Signature', 'canary-06'], ['apikey', 'canary-07'], ['cookie', 'a=canary-08'],
  ['x-csrf-token', 'canary-09'], ['x-client-secret', 'canary-10'], ['authorization', 'Bearer canary-11'], ['x-echo', 'canary-11'],
] as const; // biome-ignore format: short
const target =
  '?%74oken=canary-20&sig=canary-21&code=canary-22&auth=canary-23&a=canary-11&next=%2F%3Ftoken%3Dcanary-24';
const posted = {
  client_secret: 90713345512,
  password: ['canary-30'],
  'canary-11': 'canary-01',
  data: {
    payment_authority: { type: 'a', card_id: { number: 4242424242424242 }, name: 'Anna' },
    card_id: 7771234,
  },
};

describe('the journal and the log of a stub', () => {
  it('show no secret, whatever it is called and wherever it stands', async () => {
    const stub = makeStub();
    await ask('POST', `/subscriptions/subscriptions${target}`, {
      body: posted,
      headers: secretHeaders,
      stub,
    });
    const text = JSON.stringify(stub.journal.read());
    expect(leaksIn(text, ['canary', '90713345512', '4242424242424242', '7771234', 'Anna'])).toEqual([]);
    expect(text).toContain('"type":"a"');
    expect(text).toContain('"x-echo"');
  });

  it.each([true, false])('in a line of the log (terminal: %s)', (isTerminal) => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line), isTerminal, columns: undefined });
    const { path } = nodeNamed('Kits');
    const request = { method: 'GET', target: `${path}${target.replace('&a=canary-11', '')}`, headers: [] };
    logServed(
      log,
      contract,
      () => undefined,
    )({ request, response: { lost: 'connection', detail: '', ms: 1 }, at: 0, ms: 1 });
    expect(lines.join('')).toContain('/products?');
    expect(leaksIn(lines.join(''), ['canary'])).toEqual([]);
  });

  it.each(['path', 'query', 'body'])('show no secret of one request in the %s of another', async (place) => {
    const lines: string[] = [];
    const lost = { lost: 'connection', detail: '', ms: 1 } as const;
    const log = createLog({ write: (line) => lines.push(line), isTerminal: false, columns: undefined });
    const [stub, logged] = [makeStub(), logServed(log, contract, () => undefined, ['canary-told'])];
    const send = async (method: string, path: string, ...secrets: string[]) => {
      const headers = secrets.map((secret) => ['authorization', `Bearer ${secret}`] as const);
      await ask(method, path, { headers, stub, body: { name: place === 'body' ? 'a canary-sent' : 'a' } });
      logged({ request: { method, target: path, headers }, response: lost, at: 0, ms: 1 });
    };
    await send('POST', '/a', 'canary-sent');
    await send('POST', { path: '/b/canary-sent', query: '/b?c=canary-sent', body: '/b' }[place] ?? '');
    await send('POST', '/b/canary-other', 'canary-other');
    logged({ request: { method: 'GET', target: '/canary-told', headers: [] }, response: lost, at: 0, ms: 1 });
    const shown = JSON.stringify(stub.journal.read({ after: 1 })) + lines.join('');
    expect(shown).toContain('/b');
    expect(leaksIn(shown, ['canary'])).toEqual([]);
  });
});
