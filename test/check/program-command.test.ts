import { mkdtemp, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readTargetFile, runCheck } from '../../conformance/check.ts';
import { changeStatus } from '../../conformance/mutants/edits.ts';
import type { Report } from '../../conformance/report/report.ts';
import { repeatCommand } from '../../conformance/report/words.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import { conforming, target } from '../shipped.ts';

const token = 'a-token-of-the-shop';
const rule = 'application-key/created';
const transport = conforming({
  mutants: [changeStatus('application-key', (status) => (status === 201 ? 200 : status))],
});

/** What a program's check finds, and the commands that show it again. */
async function commandsOf(given: TargetFile) {
  vi.stubEnv('npm_command', undefined);
  vi.stubEnv('SHOP_TOKEN', token);
  const report: Report = await runCheck(given, { transport, only: [rule], seed: 7 });
  const [finding] = report.results;
  expect(finding?.verdict).toBe('fail');
  return { request: finding?.reproduce, repeat: finding && repeatCommand(report, finding) };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

it('a target that was read from a file is checked again by that file, with its variables, at another address too', async () => {
  const folder = await mkdtemp(join(process.cwd(), 'program-'));
  const path = join(folder, 'shop.yaml');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how a target file names a variable
  await writeFile(path, 'baseUrl: http://127.0.0.1:4010\nwrites: allow\ntoken: ${SHOP_TOKEN}\n');
  vi.stubEnv('SHOP_TOKEN', token);
  const file = await readTargetFile(path);
  const named = relative('', path);
  const { request, repeat } = await commandsOf(file);
  expect(repeat).toBe(`assay check --target ${named} --only ${rule} --seed 7`);
  expect(request).toContain(`-H 'authorization: Bearer '"$SHOP_TOKEN"`);
  expect((await commandsOf({ ...file, baseUrl: 'http://127.0.0.1:8080' })).repeat).toBe(
    `assay check http://127.0.0.1:8080 --target ${named} --only ${rule} --seed 7`,
  );
});

it('a target that a program made is checked again by its address, its collections and the real variables', async () => {
  const [hierarchyID = '', nodeID = ''] = target.collections[0]?.values ?? [];
  const baseUrl = 'http://127.0.0.1:4010';
  const given = {
    baseUrl,
    token,
    headers: { 'X-Shop': 'eu' },
    collections: [{ at: { nodeID, hierarchyID } }],
  };
  const { request, repeat } = await commandsOf(given);
  expect(repeat).toBe(
    `assay check ${baseUrl} --at ${hierarchyID}/${nodeID} --token "$SHOP_TOKEN" --header 'X-Shop: '"$ASSAY_HEADER_X_SHOP" --only ${rule} --seed 7`,
  );
  expect(request).toContain(`-H 'authorization: Bearer '"$SHOP_TOKEN"`);
});

it('the name of a file is no contract, as the sentence says', async () => {
  const options = { contract: 'openapi.yaml' } as object;
  await expect(runCheck('http://127.0.0.1:1', options)).rejects.toThrow(
    /^the option "contract" is "openapi.yaml", which is no loaded contract; name the file as "contract" of the target/,
  );
});
