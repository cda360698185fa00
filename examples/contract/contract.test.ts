import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runAssay } from '../../test/cli/assay-in-process.ts';

const overlay = fileURLToPath(new URL('corner-shop.overlay.yaml', import.meta.url));
const page = await readFile(new URL('../../docs/contract.md', import.meta.url), 'utf8');

it('is shown whole in the documentation', async () => {
  expect(page).toContain(await readFile(overlay, 'utf8'));
});

it('is followed by the stub, with the result that the documentation shows', async () => {
  const { code, out } = await runAssay(['check', '--stub', '--overlay', overlay]);
  const [result = ''] = /^conforms — .*$/m.exec(out) ?? [];
  expect(page).toContain(result);
  expect(code).toBe(0);
});
