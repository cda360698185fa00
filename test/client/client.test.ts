import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { clientKinds } from '../../conformance/cli/commands/client.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import { folder, script, tryLines } from './run-client.ts';

describe('a baseline', () => {
  test('that fails ends the run, with the end of its output and its reports', async () => {
    const lines = "await get(); console.log('so far'); console.error('\\tno shop'); process.exit(3);";
    const names = Object.keys(clientKinds);
    const { code, out } = await tryLines(
      lines,
      // Nothing more is tried, such as other options with which it may pass.
      '--bail',
      ...names.flatMap((kind) => ['--report', `${kind}=${join(folder, `baseline.${kind}`)}`]),
    );
    expect([code, out]).toEqual([3, expect.stringMatching(/^ {18}no shop$/m)]);
    expect(out).toMatch(
      /^undetermined — the command fails with the default option of each choice: exit code 3$/m,
    );
    for (const kind of names)
      expect(await readFile(join(folder, `baseline.${kind}`), 'utf8')).toContain('no shop');
  });

  test('that fails after a rejection names the clause', async () => {
    const lines = "if (!(await get('?filter=name')).ok) throw new Error('rejected');";
    const { code, out } = await tryLines(lines);
    expect([code, out]).toEqual([1, expect.stringMatching(/^✗ node-products\/filter-unparsable +sent$/m)]);
    expect(out).toMatch(
      /^violates — the command fails with the default option of each choice: exit code 1; 1 request rejected: node-products\/filter-unparsable$/m,
    );
  });

  test('that fails names the option with which it passes', async () => {
    const lines =
      "const { data } = await (await get()).json(); if (data.length !== 10) throw new Error('10 expected');";
    const only = ['--only', 'default-page-size', '--only', 'field-order'];
    const { code, out } = await tryLines(lines, ...only);
    expect([code, out]).toEqual([1, expect.stringMatching(/^✗ default-page-size=10$/m)]);
    expect(out).toMatch(/^ {4}ended {5}passes with this option, and fails with the default: exit code 1$/m);
    expect(out).toMatch(
      /^depends — on 1 choice: default-page-size; the command fails with the default option of each choice: exit code 1$/m,
    );
  });

  test('that hangs is ended with whatever it started', async () => {
    const mark = join(folder, 'beats');
    const child = `const { appendFileSync } = require('fs'); setInterval(() => appendFileSync('${mark}', '.'), 20)`;
    const lines = `import { spawn } from 'node:child_process';
      spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });
      setInterval(() => {}, 1000);`;
    const { code, out } = await tryLines(lines, '--timeout', '2000');
    expect(code).toBe(3);
    expect(out).toMatch(/not done after 2 s \(--timeout\), and ended/);
    const beats = async (): Promise<number> => (await readFile(mark, 'utf8').catch(() => '')).length;
    const before = await beats();
    await sleep(300);
    expect(await beats()).toBe(before);
  });

  test('of a command that is not there is told in a sentence', async () => {
    const { code, error } = await runAssay(['client', '--', 'no-such-command'], {});
    expect([code, error]).toEqual([
      2,
      'the command no-such-command was not found; check its name, the folder and PATH.\n',
    ]);
  });
});

test('a client that pages for ever through a parameter that the server ignores is stopped, and told so', async () => {
  const lines = `const ids = new Set(); for (let offset = 0; ; offset += 5) {
    const { data } = await (await get('?offset=' + offset)).json();
    if (data.length === 0) break;
  }`;
  const { code, out } = await tryLines(lines, '--only', 'unknown-parameters');
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(
      /^depends — on 1 choice: unknown-parameters; .* stopped, because 1000 requests got the same page, the last one GET .*\?offset=4995; check/m,
    ),
  ]);
});

test('the beginning of a long output is kept, if it has the assertion', async () => {
  const lines = `await get(); console.log('AssertionError: 1 !== 2'); for (let at = 0; at < 30000; at += 1) console.log('line ' + at); process.exitCode = 1;`;
  const { out } = await tryLines(lines, '--bail');
  expect(out).toMatch(/AssertionError: 1 !== 2\n(.*\n)+.*line 29999$/m);
});

describe('the options', () => {
  test('fill in what a command needs', async () => {
    const lines = `await get();
      process.exit(process.env.SHOP === base + '/?token=any-token-will-do' && process.argv[2] === new URL(base).port ? 0 : 1);`;
    const words = [
      'client',
      '--plan',
      '--env',
      'SHOP={url}/?token={token}',
      '--',
      process.execPath,
      await script(lines),
      '{port}',
    ];
    expect((await runAssay(words, { environment: { PATH: process.env.PATH } })).code).toBe(0);
  });

  test('plan what would follow, and run nothing else', async () => {
    const count = join(folder, 'count');
    const lines = `import { appendFileSync } from 'node:fs'; appendFileSync('${count}', '.'); await get('?page%5Blimit%5D=3');`;
    const { code, out } = await tryLines(lines, '--plan');
    expect(code).toBe(0);
    expect(out).toMatch(/^link-form=cursor$/m);
    expect(out).not.toMatch(/^(default-page-size|subscription-status|tokens)=/m);
    expect(await readFile(count, 'utf8')).toBe('.');
  });

  test.each([
    [['--choose', 'default-page-size=1000'], /--choose default-page-size=1000: /],
    [['--only', 'nothing-of-this'], /--only nothing-of-this matches nothing/],
    [
      ['--only', 'quota'],
      /--only quota: clients are not tried with its options, because no client can create more records/,
    ],
    [['--env', 'no template'], /NAME=TEMPLATE/],
  ])('%s are wrong, and told in a sentence', async (options, message) => {
    const { code, error } = await tryLines('await get();', ...options);
    expect(code).toBe(2);
    expect(error).toMatch(message);
  });
});

describe('a finding', () => {
  const dependent =
    "const { data } = await (await get()).json(); if (data.length !== 13) { console.log('only', data.length); process.exit(1); }";

  test('names the choice, the option, the request and the line that repeats it', async () => {
    const { code, out } = await tryLines(dependent, '--only', 'default-page-size', '--only', 'json-type');
    expect(code).toBe(1);
    expect(out).toContain('✗ default-page-size=10\n');
    expect(out).toMatch(/ {4}differs {3}request 1: GET \/pcm\/.*products → 200\n/);
    expect(out).toMatch(/ {4}response {2}`data`: 10 entries instead of 13\n/);
    expect(out).toMatch(/ {4}output {4}only 10\n/);
    expect(out).toMatch(/ {4}repeat {4}assay client --choose default-page-size=10 -- \S*node \S+\.mjs\n/);
    expect(out).toMatch(/^depends — on 1 choice: default-page-size$/m);
  });

  test('of an option within a range is repeated by its number', async () => {
    const { code, out } = await tryLines(dependent, '--choose', 'default-page-size=7');
    expect([code, out]).toEqual([1, expect.stringContaining('only 7\n')]);
    expect((await tryLines(dependent, '--choose', 'default-page-size=13')).code).toBe(0);
  });

  test('keeps secrets to itself', async () => {
    const lines =
      "await get(); if (!(await get()).headers.get('content-type').endsWith('json')) { console.log('canary-token-1'); process.exit(1); }";
    const report = join(folder, 'secrets.json');
    const { out } = await tryLines(lines, '--only', 'json-type', '--report', `json=${report}`);
    expect(out).toContain('json-type=charset');
    expect(out + (await readFile(report, 'utf8'))).not.toContain('canary-token-1');
  });

  test('shows no value that its name calls secret, of a variable or an argument', async () => {
    const report = join(folder, 'given.json');
    const command = [
      process.execPath,
      await script('await get();'),
      '--password=hunter2',
      '--api-key',
      'k3y',
    ];
    const options = [
      '--env',
      'API_TOKEN=t0k3n',
      '--env',
      'SHOP_TOKEN={token}',
      '--choose',
      'json-type=charset',
    ];
    const words = ['client', ...options, '--report', `json=${report}`, '--', ...command];
    const { code, out } = await runAssay(words, {});
    const written = out + (await readFile(report, 'utf8'));
    expect([code, written.match(/hunter2|k3y|t0k3n/)]).toEqual([0, null]);
    expect(written).toContain("--env 'SHOP_TOKEN={token}'");
    expect(written).toContain('--password=[redacted]');
  });
});

describe('--expect', () => {
  const listing = '/pcm/hierarchies/*/nodes/*/products';
  const tried = async (...entries: object[]) => {
    const file = join(folder, `${Math.random()}.json`);
    await writeFile(file, JSON.stringify(entries));
    return tryLines("await get(); await get('?filter=name');", '--only', 'json-type', '--expect', file);
  };

  test.each([
    [{ method: 'GET', path: listing }, /"reason" is missing or not a text/],
    [{ method: 'GET', path: listing, reason: 'x', url: '/' }, /"url" is not a field of an entry/],
    [
      { method: 'GET', path: listing, reason: 'x', clause: 'node-products/x' },
      /"node-products\/x" is not a clause/,
    ],
  ])('%j is an error', async (entry, message) => {
    const { code, error } = await tried(entry);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
  });
});

test('an exact count over a catalog of the team is no dependence', async () => {
  const fixtures = join(import.meta.dirname, '../../fixtures/shop.yaml');
  const { code, out } = await tryLines('await get();', '--plan', '--fixtures', fixtures);
  expect([code, out]).toEqual([0, expect.not.stringMatching(/^records=/m)]);
  expect((await tryLines('await get();', '--plan')).out).toMatch(/^records=added$/m);
});

test('a product without an id is permitted, and nobody builds for it: that is a warning', async () => {
  const lines =
    'for (const { id } of (await (await get()).json()).data) if (id.length === 0) process.exit(1);';
  const { code, out } = await tryLines(lines, '--only', 'absent-id', '--only', 'extra-headers');
  expect([code, out]).toEqual([0, expect.stringMatching(/^⚠ absent-id=all: .*exit code 1$/m)]);
  const fields = await tryLines(lines, '--only', 'absent-field');
  expect(fields.out).toMatch(/^passes — /m);
  expect(fields.out).not.toContain('absent-field=id');
});

test('a request that is rejected after thousands of others is a finding, too', async () => {
  const lines =
    "for (let at = 0; at < 51; at += 1) await Promise.all(Array.from({ length: 100 }, async () => (await get('?page%5Blimit%5D=1')).arrayBuffer())); await get('?filter=name');";
  const { code, out } = await tryLines(lines, '--choose', 'extra-headers=some');
  expect([code, out]).toEqual([1, expect.stringMatching(/request 5101: GET .* → 400$/m)]);
});
