import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ClientReport } from '../../conformance/client/client-report.ts';
import { runAssay, until } from '../cli/assay-in-process.ts';
import { spawnAssay } from '../cli/assay-process.ts';
import { folder, script, tryLines } from './run-client.ts';

const root = new URL('../../', import.meta.url);
const read = async (file: string): Promise<ClientReport> => JSON.parse(await readFile(file, 'utf8'));
const outcomes = ({ variations }: ClientReport) => variations.map(({ id, outcome }) => [id, outcome]);

test('a command has to be named', async () => {
  const { code, error } = await runAssay(['client', '--strict'], {});
  expect([code, error]).toEqual([
    2,
    'there is no command to run; write it behind two dashes: assay client -- npm test\n',
  ]);
});

/** Passes with the default options; otherwise it starts another process, and both of them work until they are killed. */
const hanging = (mark: string): string => {
  const beat = `process.on('SIGTERM', () => {}); setInterval(() => require('fs').appendFileSync('${mark}', '.'), 20)`;
  return `import { spawn } from 'node:child_process';
    if ((await get()).headers.get('content-type') !== 'application/json') {
      spawn(process.execPath, ['-e', ${JSON.stringify(beat)}], { stdio: 'inherit' });
      setInterval(() => {}, 1000);
    }`;
};

/** Whether nothing is appended to a file any more. */
async function isStill(file: string): Promise<boolean> {
  const { size } = await stat(file);
  await sleep(300);
  return (await stat(file)).size === size;
}

describe('--budget', () => {
  test('ends what runs, and accuses nothing that was not run', async () => {
    const [mark, file] = [join(folder, 'budget'), join(folder, 'budget.json')];
    const only = ['--only', 'json-type', '--only', 'extra-headers', '--concurrency', '1'];
    const { code, out } = await tryLines(hanging(mark), ...only, '--budget', '8', '--report', `json=${file}`);
    expect(out).toMatch(/^undetermined — json-type=charset was not run: the time of --budget was up$/m);
    expect([code, outcomes(await read(file)).map(([, outcome]) => outcome)]).toEqual([
      3,
      ['not run', 'not run', 'not run'],
    ]);
    expect(await isStill(mark)).toBe(true);
  });

  test('covers the baseline', async () => {
    const { code, out } = await tryLines('await get(); setInterval(() => {}, 1000);', '--budget', '2');
    expect([code, out]).toEqual([
      3,
      expect.stringMatching(
        /^undetermined — the time of --budget was up before the command passed with the default options$/m,
      ),
    ]);
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a command that hangs, with whatever it started, and writes the reports',
  async (signal) => {
    const [mark, file] = [join(folder, signal), join(folder, `${signal}.json`)];
    const words = ['--only', 'json-type', '--report', `json=${file}`, '--', process.execPath];
    const child = spawnAssay('client', ...words, await script(hanging(mark)));
    const [out, ended] = [text(child.stdout), once(child, 'close')];
    await until(() => existsSync(mark));
    child.kill(signal);
    expect(await ended).toEqual([3, null]);
    expect(await isStill(mark)).toBe(true);
    expect(await out).toMatch(/^undetermined — json-type=charset was not run: the run was interrupted$/m);
    expect(await read(file)).toMatchObject({ verdict: 'undetermined', exitCode: 3 });
  },
);

test('--fixtures serves another catalog, and stands in the line that repeats a finding', async () => {
  const kiosk = fileURLToPath(new URL('examples/stub/kiosk.yaml', root));
  const lines = `const path = '/pcm/hierarchies/0b3c6f1e-52d4-4c8e-8f6a-1d2e3f4a5b6c/nodes/9a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d/products';
    const response = await fetch(base + path);
    const { data } = await response.json();
    if (data[0].attributes.name !== 'Almanac' || response.headers.get('content-type') !== 'application/json') process.exit(1);`;
  const { code, out } = await tryLines(
    lines,
    '--fixtures',
    kiosk,
    '--only',
    'json-type',
    '--only',
    'extra-headers',
  );
  expect(code).toBe(1);
  expect(out).toMatch(
    new RegExp(`^    repeat    assay client --fixtures ${kiosk} --choose json-type=charset -- `, 'm'),
  );
  expect(out).toMatch(/^depends — on 1 choice: json-type$/m);
});

test('--overlay amends the contract that a client is judged by', async () => {
  const overlay = fileURLToPath(new URL('fixtures/gateways.overlay.yaml', root));
  const lines = `const payer = { type: 'acme_pay', customer_id: 'c', card_id: 'k', name: 'Fern', email: 'fern@fernhollow.shop' };
    const ids = { account_id: 'fa553a6c-f1d5-4e23-8ecf-317a88853c1e', offering_id: '689a20c2-f493-4a01-9063-a44497aad4f2', plan_id: '4931825d-f167-423f-bb8d-b26555a3cc28' };
    await fetch(base + '/subscriptions/subscriptions', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data: { ...ids, currency: 'USD', payment_authority: payer } }) });`;
  const usual = await tryLines(lines, '--only', 'extra-headers');
  expect([usual.code, usual.out]).toEqual([
    1,
    expect.stringMatching(/^✗ subscription\/request-payment-type-allowed +sent$/m),
  ]);
  expect(await tryLines(lines, '--only', 'extra-headers', '--overlay', overlay)).toMatchObject({ code: 0 });
});
