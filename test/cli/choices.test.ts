import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startStub } from '../../conformance/testing.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import type { Listening } from '../../src/stub/listen.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { runAssay, startStub as startCommand } from './assay-in-process.ts';

const catalog = await loadCatalog();
const made = { 'rejection-status': 400, 'default-page-size': 20, 'next-at-end': 'past' } as const;

const folder = process.cwd();
let server: Listening;
let text = '';
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  server = await createStub({
    contract: await loadContract(),
    parts: stubPartsOf(catalog),
    choices: made,
  }).listen();
  text = stringify(targetOfCatalog(catalog, server.baseUrl, made));
});
afterAll(async () => {
  await server.close();
});

/** A target file of that server, with these lines at its end. */
async function target(name: string, ...lines: string[]): Promise<string> {
  await writeFile(at(name), `${text}${lines.map((line) => `${line}\n`).join('')}`);
  return at(name);
}

describe('what a stub imitates', () => {
  const chosenIn = async (imitate: string | object) => {
    await using stub = await startStub({ imitate, choices: { 'trailing-slash': 'served' }, listen: false });
    const chosen = new Map(stub.description.choices.map((one) => [one.id, one.chosen]));
    return { chosen, notImitated: stub.notImitated };
  };

  it('is a choices file, the pins of a target file, or the JSON report of a check', async () => {
    await writeFile(at('some.yaml'), stringify(made));
    const pins = await target('pins.yaml', `choices: ${JSON.stringify(made)}`);
    const report = at('report.json');
    await runAssay(['check', '--target', pins, '--only', 'choice', '--report', `json=${report}`]);
    for (const file of [at('some.yaml'), pins, report]) {
      const { chosen, notImitated } = await chosenIn(file);
      for (const [id, option] of Object.entries(made)) expect(chosen.get(id as 'state')).toBe(String(option));
      expect(chosen.get('trailing-slash')).toBe('served');
      expect(notImitated.map(({ choice }) => choice)).toEqual([]);
    }
  }); // biome-ignore format: one line an expectation

  it('lists what it cannot go the way of, hostile options and unknown choices included', async () => {
    const hostile = 'other: \u001b[2J::error::';
    const observations = [{ id: 'trailing-slash', question: '', option: hostile }, { id: 'rejection-status', question: '', option: hostile }, { id: '__proto__', question: '', option: '1' }, 7]; // biome-ignore format: one line
    const unseen = [{ id: 'state', question: '', why: 'no room' }];
    const { chosen, notImitated } = await chosenIn({ observations, unseen });
    expect(chosen.get('rejection-status')).toBe('422');
    expect(notImitated).toEqual([
      { choice: 'rejection-status', saw: hostile, instead: '422' },
      { choice: '__proto__', saw: '1', instead: 'nothing: it is unknown here' },
      { choice: 'state', saw: 'not seen: no room', instead: 'none' },
    ]);
    await writeFile(at('hostile.json'), JSON.stringify({ observations, unseen }));
    await using served = await startCommand(['--choices', at('hostile.json')]);
    expect(served.written.out).toMatch(/\nnot imitated\n {2}trailing-slash +other: \\u\{1b\}\[2J/);
  });

  it('is rejected in one sentence where it says nothing of choices', async () => {
    const bare = await target('bare.yaml');
    await expect(startStub({ imitate: bare })).rejects.toThrow(
      `${bare}:1: no choices are pinned; add them under "choices", or name a JSON report of a check.`,
    );
    await expect(startStub({ imitate: [] })).rejects.toThrow(
      'what is to be imitated: expected choices, each with',
    );
  });
});
