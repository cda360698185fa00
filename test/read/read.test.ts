import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('subscription-read.ts', import.meta.url));

test('an operation that reads what another creates is its part of the contract: the stub and the rules of its kind follow', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 1e7 });
  const { rules, failing, untested, missed, firstReadings } = JSON.parse(stdout);
  const ofKind = ['as-created', 'authorization', 'path-uuid', 'unknown-id'];
  expect(rules).toEqual(expect.arrayContaining(ofKind.map((name) => `subscription-read/${name}`)));
  // What a schema states of the response is checked of whatever operation returns it.
  expect(rules).toContain('subscription-read/account-id-uuid');
  expect({ failing, untested, missed }).toEqual({ failing: [], untested: [], missed: [] });
  // An operation that is not there says so twice.
  const missing = (status: number) => [
    expect.stringMatching(`^not implemented: GET /subscriptions/subscriptions/[0-9a-f-]{36}  ${status}`),
  ];
  expect(firstReadings).toEqual({
    '404': missing(404),
    '405': missing(405),
    '501': missing(501),
    '404, then 200': ['judged'],
    '200': ['judged'],
  });
});
