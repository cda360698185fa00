import { expect, test } from 'vitest';
import { tryLines } from './run-client.ts';

/** A suite that resets its stub first, as with `assay stub --control`. */
const resetting = `const control = (method, path, body) => fetch(base + '/__assay' + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const json = async (response) => (await response).json();
  if ((await control('POST', '/reset')).status !== 204) process.exit(9);
`;

test('a suite that uses faults, the journal and the clock runs under every variation', async () => {
  const lines = `${resetting}
    await control('POST', '/faults', { kind: 'status', code: 409, body: { mine: true }, fromRequest: 2, times: 1 });
    await control('POST', '/clock', { now: '2031-05-06T07:08:09Z' });
    await control('POST', '/faults', { kind: 'mutant', name: 'small pages contain ten products', times: 1 });
    const statuses = [await get(), await get(), await get()].map(({ status }) => status);
    const { requests } = await json(control('GET', '/requests'));
    if (String(statuses) !== '200,409,200' || requests.length !== 3) { console.log(statuses, requests.length); process.exit(1); }`;
  const { code, out } = await tryLines(
    lines,
    '--control',
    '--only',
    'path-prefix',
    '--only',
    'default-page-size',
  );
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^passes — 6 of 6 variations passed, 3 valid requests/m),
  ]);
});

test('a suite that resets its stub meets the faults of resilience, too', async () => {
  const { out } = await tryLines(
    `${resetting} if (!(await get()).ok) process.exit(1);`,
    '--control',
    '--only',
    'transient-failure=503',
  );
  expect(out).toMatch(/^⚠ transient-failure=503: .*exit code 1$/m);
});

test.each([
  ['redacts', [], '[redacted]'],
  ['shows', ['--reveal'], 'card-0815'],
])('the journal %s payment values', async (_, more, shown) => {
  const lines = `${resetting}
    const data = { account_id: 'fa553a6c-f1d5-4e23-8ecf-317a88853c1e', offering_id: '689a20c2-f493-4a01-9063-a44497aad4f2', plan_id: '4931825d-f167-423f-bb8d-b26555a3cc28', currency: 'USD', payment_authority: { type: 'payments_gateway_a', customer_id: 'c', card_id: 'card-0815', name: 'Fern', email: 'fern@fernhollow.shop' } };
    await fetch(base + '/subscriptions/subscriptions', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) });
    const { requests } = await json(control('GET', '/requests'));
    process.exit(requests[0].json.data.payment_authority.card_id === '${shown}' ? 0 : 1);`;
  const { code, out } = await tryLines(lines, '--control', ...more, '--only', 'extra-headers');
  expect(code, out).toBe(0);
});

test('without --control, the stub cannot be controlled', async () => {
  const lines = `await get(); process.exit((await fetch(base + '/__assay/reset', { method: 'POST' })).status === 404 ? 0 : 1);`;
  expect((await tryLines(lines, '--only', 'extra-headers')).code).toBe(0);
  const { code, error } = await tryLines(lines, '--reveal');
  expect([code, error]).toEqual([2, expect.stringMatching(/add --control/)]);
});
