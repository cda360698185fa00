import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../bench/free-port.ts';
import { createCheck } from '../../conformance/check.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import type { Report } from '../../conformance/report/report.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { loadContract } from '../../src/contract/load.ts';
import { sampled } from '../seed.ts';

// A server in Go, written from the specification alone, without knowledge of the rules. It makes one mistake, or takes another
// decision, if its environment says so.
const folder = join(import.meta.dirname, 'go');
const environment = { ...process.env, GOTOOLCHAIN: 'local' };
const isMissing = spawnSync('go', ['list', '-m'], { cwd: folder, env: environment }).status !== 0;

const read = async (name: string) => JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
const facts = await read('facts');
const variants: readonly { readonly id: string; readonly facts?: object }[] = await read('variants');
const faults: readonly { readonly id: string; readonly level: string }[] = await read('faults');

const contract = await loadContract();
const ruleSet = await loadRuleSet(contract);

/** Starts the server with a deviation, checks it, and ends it. */
async function check(deviation: Readonly<Record<string, string>>, others: object = {}): Promise<Report> {
  const port = await freePort();
  const env = { ...environment, PORT: `${port}`, ...deviation };
  const server = spawn(join(folder, 'bin/server'), {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface(server.stdout)) if (line === 'listening') break;
    const target = resolveTarget(
      contract,
      { writes: 'allow', ...facts, ...others },
      `http://127.0.0.1:${port}`,
    );
    const { run } = await createCheck({ contract, ruleSet, target });
    return await run();
  } finally {
    server.kill();
  }
}

const title = isMissing ? 'the server in Go (skipped: Go 1.22 is not here)' : 'the server in Go';
describe.skipIf(isMissing)(title, () => {
  beforeAll(() => {
    execFileSync('./start', ['--install'], { cwd: folder, env: environment });
  });

  it.each([{ id: '' }, ...variants])('conforms in the variant "$id"', async ({ id, ...own }) => {
    const report = await check({ VARIANT: id }, 'facts' in own ? own.facts : {});
    const failed = report.results.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
    expect(failed.map(({ rule, saw }) => `${rule}: ${saw}`)).toEqual([]);
    expect(report.headline.verdict).toBe('conforms');
  });

  const stated = faults.filter(({ level }) => level === 'stated');
  it.each(sampled(stated, 5))('is reported with the fault $id', async ({ id }) => {
    const { results, headline } = await check({ FAULT: id });
    const isFound = headline.verdict !== 'conforms' || results.some(({ verdict }) => verdict === 'fail');
    expect(isFound).toBe(true);
  });
});
