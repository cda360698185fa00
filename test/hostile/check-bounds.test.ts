import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { sampled } from '../seed.ts';
import { start } from './processes/start.ts';
import { front, honestFor, type Manner } from './servers/front.ts';
import { head, jsonReply, whole } from './servers/replies.ts';
import { catalog, honestTransport } from './trial.ts';

/** No command takes more memory than this, whatever is done to it, in MiB. */
const mostMemory = 700;
/** Time enough for a slow machine; nothing here is measured by it. */
const patience = 240_000;
/** How long a check that is interrupted may take on a machine that is busy with other tests. */
const mostSeconds = 20;

const [hierarchy] = catalog.hierarchies;
const node = `${hierarchy?.id}/${hierarchy?.nodes[0]?.id}`;

const always =
  (body: string | Uint8Array, ...headers: [string, string][]): Manner =>
  ({ socket }) => {
    socket.write(whole({ ...jsonReply(body), headers }));
  };

/** Secrets that no other response returned. */
const secrets =
  (count: number, length: number): Manner =>
  ({ socket, before }) => {
    const all = Array.from({ length: count }, (_, place) => ({
      client_secret: `${before}s${place}`.padEnd(length, 'x'),
    }));
    socket.write(whole(jsonReply(JSON.stringify({ data: all }))));
  };

const crumb = Buffer.from('1\r\n \r\n'.repeat(100_000));
const crumbs: Manner = async ({ socket }) => {
  socket.write(head(200, [['transfer-encoding', 'chunked']]));
  for (let sent = 0; sent < 20 && !socket.destroyed; sent += 1)
    if (!socket.write(crumb))
      await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
  socket.destroy();
};

/** No two of them are equal. */
const escapes = '\\\\'.repeat(4_000_000);
const escaped: Manner = ({ socket, before }) => {
  socket.write(whole(jsonReply(`{"data":"${before}${escapes}"}`)));
};

/** Names that may be the digits of a secret, none of which another response has. */
const hexadecimal: Manner = ({ socket, before }) => {
  const names = Array.from({ length: 60_000 }, (_, place) => {
    const digits = (before * 60_000 + place).toString(16).padStart(64, 'c0ffee');
    return `"${digits}":"${digits}"`;
  });
  socket.write(whole(jsonReply(`{"data":[],"meta":{"results":{"total":0}},${names}}`)));
};

/** As many products as fit into a body, none of which another page lists. */
const crowded: Manner = ({ socket, before }) => {
  const data = Array.from(
    { length: 120_000 },
    (_, place) => `{"id":"00000000-0000-4000-8000-${String(before * 1e6 + place).padStart(12, '0')}"}`,
  );
  socket.write(whole(jsonReply(`{"data":[${data}]}`)));
};

/** A page of a listing that never ends. */
const endless: Manner = ({ socket, request }) => {
  const { searchParams } = new URL(request.target, 'http://localhost');
  const offset = Number(searchParams.get('page[offset]') ?? 0);
  const data = Array.from(
    { length: Math.min(100, Number(searchParams.get('page[limit]') ?? 25)) },
    (_, place) => ({
      type: 'product',
      id: `00000000-0000-4000-8000-${String(offset + place).padStart(12, '0')}`,
      attributes: {
        name: `Product ${offset + place}`.padEnd(2000, 'é'),
        slug: `p${offset + place}`,
        sku: 'a'.repeat(300),
      },
    }),
  );
  socket.write(whole(jsonReply(JSON.stringify({ data, meta: { results: { total: 10_000_000 } } }))));
};

/** One of these responses costs as much as all of them, and each takes long. */
const few = ['--only', 'node-products/page-limit', '--budget', '5'];
/** The same, for as many seconds as it takes to see that. */
const pages = (seconds: number) => ['--only', 'node-products/page-*', '--budget', String(seconds)];
/** What each of these responses costs adds up. */
const some = ['--only', 'application-key', '--only', 'node-products/page-*'];

const everyReport = ['json', 'junit', 'html', 'markdown', 'har'].flatMap((kind) => [
  '--report',
  `${kind}=/dev/null`,
]);

const attacks: readonly [string, Manner, RegExp, ...string[]][] = [
  ['bodies in chunks of one byte', crumbs, /^undetermined/m, ...few],
  [
    'the longest bodies, full of escapes',
    escaped,
    /^violates/m,
    '--only',
    'node-products/data-array',
    ...few,
  ],
  ['pages of as many products as fit', crowded, /^(violates|undetermined)/m, ...pages(5)],
  ['fifty thousand secrets in each response', secrets(50_000, 20), /^(violates|undetermined)/m, ...some],
  ['secrets of twenty thousand characters', secrets(20, 20_000), /^(violates|undetermined)/m],
  ['a listing without end', endless, /^(violates|undetermined)/m],
  ['names of hexadecimal digits', hexadecimal, /^(violates|undetermined)/m, ...few],
  [
    'bodies full of values',
    always(`{"data":[${'{"a":[]},'.repeat(60_000)}{}]}`),
    /^(violates|undetermined)/m,
    ...pages(10),
  ],
  [
    'bodies that unpack to values',
    always(gzipSync(`[${'[],'.repeat(5_000_000)}[]]`), ['content-encoding', 'gzip']),
    /^undetermined/m,
    ...some,
  ],
];

describe('a check takes no more memory than it may, and comes to a verdict, of a target that sends', () => {
  it.each(sampled(attacks, 2))(
    '%s',
    async (_, manner, verdict, ...words) => {
      await using server = await front(honestTransport(), honestFor(5, manner));
      await using check = await start('check', server.baseUrl, '--at', node, ...everyReport, ...words);
      const { code, out, error, peak } = await check.end();
      expect([1, 3], error).toContain(code);
      expect(out).toMatch(verdict);
      expect(peak).toBeLessThan(mostMemory);
    },
    patience,
  );
});

test(
  'prove takes no more memory of a target that sends the longest bodies, each once',
  async () => {
    const gone: Manner = ({ socket }) => {
      socket.write(whole({ ...jsonReply('{}'), status: 404 }));
    };
    const manner: Manner = (turn) => (turn.before < 90 ? escaped : gone)(turn);
    await using server = await front(honestTransport(), honestFor(1, manner));
    await using proof = await start('prove', server.baseUrl, '--at', node);
    const { out, error, peak } = await proof.end();
    // The first response was honest, so some faults would be found.
    expect(out, error).toMatch(/^kills +\d+ of \d+ mutants/m);
    expect(peak).toBeLessThan(mostMemory);
  },
  patience,
);

/** What keeps a check busy in other ways than the rest: a body that does not end, one that is parsed for long, and pages. */
const busy = attacks.filter(([name]) => /chunks|escapes|without end|unpack|digits/.test(name));

describe('a check that is interrupted ends, with its report, while a target sends', () => {
  it.each(sampled(busy, 1))(
    '%s',
    async (_, manner) => {
      const attacked = Promise.withResolvers<void>();
      const counting: Manner = (turn) => {
        if (turn.before === 8) attacked.resolve();
        return manner(turn);
      };
      await using server = await front(honestTransport(), honestFor(5, counting));
      const folder = await mkdtemp(join(process.cwd(), 'interrupted-'));
      const file = join(folder, 'report.json');
      await using check = await start('check', server.baseUrl, '--at', node, '--report', `json=${file}`);
      await attacked.promise;
      const began = performance.now();
      const { code, out, error } = await check.end('SIGTERM');
      // The promise is two seconds; a busy machine may take longer.
      expect((performance.now() - began) / 1000).toBeLessThan(mostSeconds);
      expect([1, 3], error).toContain(code);
      expect(out).toContain('the run was interrupted');
      expect(JSON.parse(await readFile(file, 'utf8')).verdict).not.toBe('conforms');
    },
    patience,
  );
});
