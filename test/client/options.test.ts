import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runAssay } from '../cli/assay-in-process.ts';
import { tryLines } from './run-client.ts';

const root = new URL('../../', import.meta.url);

test('a command has to be named', async () => {
  const { code, error } = await runAssay(['client', '--strict'], {});
  expect([code, error]).toEqual([
    2,
    'there is no command to run; write it behind two dashes: assay client -- npm test\n',
  ]);
});

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
