import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('subscription-read.ts', import.meta.url));

test('an operation that reads what another creates is its part of the contract: the stub and the rules of its kind follow', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 1e7 });
  const { rules, failing, untested, missed } = JSON.parse(stdout);
  const ofKind = ['as-created', 'authorization', 'path-uuid', 'unknown-id'];
  expect(rules).toEqual(expect.arrayContaining(ofKind.map((name) => `subscription-read/${name}`)));
  // What a schema states of the response is checked of whatever operation returns it.
  expect(rules).toContain('subscription-read/account-id-uuid');
  expect({ failing, untested, missed }).toEqual({ failing: [], untested: [], missed: [] });
});
