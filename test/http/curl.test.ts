import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curl, type SecretValue } from '../../src/http/curl.ts';
import type { Header, HttpRequest } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';

type Arrived = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: readonly string[];
  readonly body: string;
};

const arrived: Arrived[] = [];
const server = createServer(async (request, response) => {
  const body = (await buffer(request)).toString('latin1');
  arrived.push({ method: request.method, url: request.url, headers: pairsOf(request), body });
  response.end();
});

/** Headers that a client adds by itself. */
const own = ['host', 'connection', 'user-agent', 'accept', 'transfer-encoding'];

const pairsOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !own.includes(name.toLowerCase())
      ? [`${name.toLowerCase()}: ${rawHeaders[index + 1]}`]
      : [],
  );

let baseUrl = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => server.close());

/** Runs a command in a real shell, with the hidden values in its environment. */
async function run(line: string, hidden: readonly SecretValue[]): Promise<void> {
  const variables = hidden.map(({ variable, value }) => [variable, value]);
  const env = { PATH: process.env.PATH, ...Object.fromEntries(variables) };
  const child = spawn('sh', ['-c', line], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [error, [code]] = await Promise.all([buffer(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${error}`);
}

/** What the server receives from a request, and from the command that repeats it. */
async function both(request: HttpRequest, hidden: readonly SecretValue[] = []) {
  arrived.length = 0;
  const { transport, close } = network(baseUrl, { connections: 1, timeout: 5000 });
  await transport(request);
  await close();
  const line = curl(baseUrl, request, { secrets: hidden });
  await run(line, hidden);
  expect(arrived).toHaveLength(2);
  const [sent, repeated] = arrived;
  return { sent, repeated, line };
}

const json: Header = ['content-type', 'application/json'];
const accept: Header = ['accept', 'application/json'];
const post = (body: string | Uint8Array, ...headers: Header[]): HttpRequest => ({
  method: 'POST', target: '/v2/keys', headers: [json, accept, ...headers], body: Buffer.from(body),
}); // biome-ignore format: one glance
const get = (target: string, ...headers: Header[]): HttpRequest => ({
  method: 'GET',
  target,
  headers: [accept, ...headers],
});

describe('a curl command', () => {
  it.each<[string, HttpRequest]>([
    ['encoded brackets', get('/p?page%5Blimit%5D=2&filter=eq(name%2CO%27Neill)')],
    ['raw brackets and braces', get('/p?page[limit]=2&a={b,c}')],
    ['invalid percent signs', get('/p?a=%&b=%zz&c=%5')],
    ['dots in a path', get('/a/../b/./c')],
    ['what a shell would expand', get('/p?a=$HOME&b=`id`&c=$(id)&d=*&e=~&f=!x')],
    ['quotes of every kind', post(`{"a":"it's \\"quoted\\" '' $HOME \`id\` \\\\ \\n"}`)],
    ['lines, tabs and their ends', post('\n{\t"a": 1 }\r\n\n')],
    ['a body that begins with @', post('@/etc/passwd')],
    ['other scripts', post('{"a":"Zelt für zwei ⛺ 𝒳"}')],
    ['bytes that are not text', post(Uint8Array.of(0x22, 0xff, 0x00, 0x25, 0x5c, 0x27, 0x31, 0x0a))],
    ['a byte order mark', post('\ufeff{}')],
    ['a body without a type', { method: 'POST', target: '/k', headers: [accept], body: Buffer.from('{}') }],
    ['a body on a GET', { ...post('{}'), method: 'GET' }],
    ['no body on a POST', { method: 'POST', target: '/k', headers: [json] }],
    ['an empty body on a PATCH', { ...post(''), method: 'PATCH' }],
    ['an empty body on a DELETE', { ...post(''), method: 'DELETE' }],
    ['another method', { method: 'DELETE', target: '/k', headers: [] }],
    ['only the head', { method: 'HEAD', target: '/k', headers: [] }],
    ['repeated and empty headers', get('/k', ['x-a', 'one'], ['x-a', "tw'o"], ['x-b', ''])],
  ])('repeats %s', async (_, request) => {
    const { sent, repeated } = await both(request);
    expect(repeated).toEqual(sent);
  });

  it.each(['a', '%', "'", '"', '\\', '-', '$', '`', ' ', '0', 'é', '\t', '\n'])(
    'shortens a long run of %j',
    async (character) => {
      const { sent, repeated, line } = await both(
        post(`<${character.repeat(2049)}>${character.repeat(100)}`),
      );
      expect(repeated).toEqual(sent);
      if (character !== '\n') expect(line.length).toBeLessThan(250);
    },
  );

  it('shows variables instead of hidden values', async () => {
    const hidden = [
      { value: `card/"$x" 'y' \`z\``, variable: 'ASSAY_CARD_ID' },
      { value: 'a-secret-token', variable: 'ASSAY_TOKEN' },
    ];
    const [card = { value: '' }] = hidden;
    const request = post(`${card.value}${card.value},${'x'.repeat(90)}`, [
      'authorization',
      'Bearer a-secret-token',
    ]);
    const { sent, repeated, line } = await both(request, hidden);
    expect(repeated).toEqual(sent);
    for (const { value } of hidden) expect(line).not.toContain(value);
    expect(line).toContain(`-H 'authorization: Bearer '"$ASSAY_TOKEN"`);
  });

  it('is short for an ordinary call', () => {
    expect(curl('http://shop.example/', get('/p?page%5Blimit%5D=2'))).toBe(
      "curl 'http://shop.example/p?page%5Blimit%5D=2'",
    );
    const long = curl('http://shop.example', post(`{"name":"${'a'.repeat(1025)}"}`));
    expect(long).toBe(
      `curl -X POST 'http://shop.example/v2/keys' -H 'content-type: application/json' --data-raw '{"name":"'"$(printf '%.0sa' $(seq 1025))"'"}'`,
    );
  });
});
