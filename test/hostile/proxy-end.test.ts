import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeStub } from '../stub/shop-stub.ts';
import { addressOf, start } from './processes/start.ts';
import { front, type Manner } from './servers/front.ts';
import { jsonReply, whole } from './servers/replies.ts';
import { catalog, honestTransport } from './trial.ts';

/** The promise is two seconds; a busy machine may take longer, and without the promise it were a minute. */
const mostSeconds = 20;

const [hierarchy] = catalog.hierarchies;
const path = `/pcm/hierarchies/${hierarchy?.id}/nodes/${hierarchy?.nodes[0]?.id}/products`;

/** Secrets that no other response returned: they take long to judge. */
const secrets: Manner = ({ socket, before }) => {
  const data = Array.from({ length: 20_000 }, (_, place) => ({
    client_secret: `${before}s${place}xxxxxxxx`,
  }));
  socket.write(whole(jsonReply(JSON.stringify({ data }))));
};

it('a proxy that is interrupted ends, with its reports, while much is still to be judged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-proxy-end-'));
  const [report, har] = [join(folder, 'report.json'), join(folder, 'traffic.har')];
  await using server = await front(honestTransport(), secrets);
  await using proxy = await start(
    'proxy',
    server.baseUrl,
    '--port',
    '0',
    '--report',
    `json=${report}`,
    '--har',
    har,
  );
  const address = await addressOf(proxy);
  for (let count = 0; count < 30; count += 1)
    await (await fetch(`${address}${path}?page%5Boffset%5D=${count}`)).arrayBuffer();
  const began = performance.now();
  const { code, out, error } = await proxy.end('SIGTERM');
  expect((performance.now() - began) / 1000).toBeLessThan(mostSeconds);
  expect([1, 3], error).toContain(code);
  expect(out).toMatch(/^(violates|undetermined)/m);
  expect(JSON.parse(await readFile(report, 'utf8')).verdict).not.toBe('no violation');
  expect(JSON.parse(await readFile(har, 'utf8')).log.version).toBe('1.2');
  await rm(folder, { recursive: true });
});

it('a proxy that is killed leaves the archive of before as it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-proxy-killed-'));
  const har = join(folder, 'traffic.har');
  await writeFile(har, 'the one before');
  await using server = await makeStub().listen();
  await using proxy = await start('proxy', server.baseUrl, '--port', '0', '--har', har);
  const address = await addressOf(proxy);
  expect((await fetch(`${address}/v2/application-keys`, { method: 'POST' })).status).toBe(401);
  await proxy.end('SIGKILL');
  expect(await readFile(har, 'utf8')).toBe('the one before');
  await rm(folder, { recursive: true });
});
