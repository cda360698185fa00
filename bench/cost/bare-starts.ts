import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { nowhere } from '../processes.ts';
import { assay, runNode, type Used, work } from './run-node.ts';
import { startServer } from './server.ts';
import { type Spread, spreadOf } from './spread.ts';

/** What a command takes, as a multiple of `node -e 0` in the same round. */
export type InBareStarts = { readonly what: string; readonly time: Spread; readonly processor: Spread };

const library = new URL('../../node_modules/undici/lib/dispatcher/pool.js', import.meta.url).href;

/**
 * Whole processes, by turns: the least that Node can do, parts of what the command does, and the least that any check can
 * do, which is to send the same requests and to read nothing.
 */
export async function measureBareStarts(
  rounds: number,
  requests: readonly HttpRequest[],
): Promise<InBareStarts[]> {
  await using server = await startServer();
  const { baseUrl } = server.file;
  await writeFile(new URL('cost-target.yaml', work), stringify(server.file));
  await writeFile(new URL('cost-calls.json', work), JSON.stringify(requests.map(plain)));
  await writeFile(new URL('cost-undici.mjs', work), sender(baseUrl, byUndici));
  await writeFile(new URL('cost-http.mjs', work), sender(baseUrl, byNode));
  const commands: readonly (readonly [what: string, ...words: string[]])[] = [
    ['`node -e 0`', '-e', '0'],
    ['`assay --version`', assay, '--version'],
    ['`assay check` up to a closed port', assay, 'check', nowhere],
    ['a default check of the stub', assay, 'check', '--target', 'cost-target.yaml'],
    ['its requests through undici, and nothing else', 'cost-undici.mjs'],
    ['its requests through `node:http`, and nothing else', 'cost-http.mjs'],
  ];
  const took: Used[][] = commands.map(() => []);
  // The first round fills the caches of compiled code, and is not counted.
  for (let round = -1; round < rounds; round += 1)
    for (const [index, [, ...words]] of commands.entries()) {
      const used = await runNode(words, 60_000);
      if (round >= 0) took[index]?.push(used);
    }
  return commands.map(([what], index) => ({
    what,
    time: toBare(took, index, ({ ms }) => ms),
    processor: toBare(took, index, ({ processorMs }) => processorMs),
  }));
}

const toBare = (took: readonly (readonly Used[])[], index: number, of: (one: Used) => number): Spread =>
  spreadOf(took[index]?.map((one, round) => of(one) / of(took[0]?.[round] ?? one)) ?? []);

const plain = ({ method, target, headers, body }: HttpRequest): object => ({
  method,
  path: target,
  headers: headers.flat(),
  body: body === undefined ? null : Buffer.from(body).toString('utf8'),
});

const byUndici = `
import Pool from '${library}';
const pool = new Pool(base, { connections: 8 });
const send = (call) => new Promise((resolve, reject) => {
  const ended = { onRequestStart() {}, onResponseStart() {}, onResponseData() {} };
  pool.dispatch(call, { ...ended, onResponseEnd: () => resolve(), onResponseError: (_, error) => reject(error) });
});
const close = () => pool.close();`;

const byNode = `
import http from 'node:http';
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const send = ({ method, path, headers, body }) => new Promise((resolve, reject) => {
  const request = http.request(base + path, { method, headers, agent }, (reply) => reply.resume().on('end', resolve));
  request.on('error', reject).end(body ?? undefined);
});
const close = () => agent.destroy();`;

/** A program that sends all requests in order, eight at a time. */
const sender = (baseUrl: string, by: string): string => `import { readFileSync } from 'node:fs';
const base = '${baseUrl}';${by}
const calls = JSON.parse(readFileSync('cost-calls.json', 'utf8'));
const lane = async () => {
  for (let call = calls.shift(); call; call = calls.shift()) await send(call);
};
await Promise.all(Array.from({ length: 8 }, lane));
await close();
`;
