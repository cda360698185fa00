import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { targetOfCatalog } from '../../conformance/stub-target/catalog-target.ts';
import { readTarget } from '../../conformance/target/read.ts';
import { startStub } from '../../conformance/testing.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { partsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import type { Listening } from '../../src/stub/listen.ts';
import { runAssay, startStub as startCommand } from './assay-in-process.ts';

const catalog = await loadCatalog();
const made = { 'refusal-status': 400, 'default-page-size': 20, 'next-at-end': 'past' } as const;

let folder = '';
let server: Listening;
let text = '';
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-choices-'));
  server = await createStub({
    contract: await loadContract(),
    parts: partsOf(catalog),
    choices: made,
  }).listen();
  text = stringify(targetOfCatalog(catalog, server.baseUrl, made));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** A target file of that server, with these lines at its end. */
async function target(name: string, ...lines: string[]): Promise<string> {
  await writeFile(at(name), `${text}${lines.map((line) => `${line}\n`).join('')}`);
  return at(name);
}

describe('init --pin', () => {
  it('writes what it saw, keeps the rest of the file to the letter, and names what changed', async () => {
    const file = await target('pin.yaml', '# mine', 'choices:', '  refusal-status: 422', 'waivers: [] # none');
    const { code, out, error } = await runAssay(['init', server.baseUrl, '--pin', '--output', file]);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^\d\d choices pinned in \S+; \d+ created records\n/);
    expect(out).toContain('pinned to something else before\n  refusal-status  422, now 400\n');
    const after = await readFile(file, 'utf8');
    expect(after.startsWith(`${text}# mine\n# The options that the server took on `)).toBe(true);
    expect(after.endsWith('\nwaivers: [] # none\n')).toBe(true);
    const { file: read } = await readTarget(file);
    expect(read.choices).toMatchObject(made);
    const again = await runAssay(['init', '--pin', '--output', file]);
    expect(again.out).not.toContain('before');
    expect(await readFile(file, 'utf8')).toBe(after);
    const held = await runAssay(['check', '--target', file, '--only', 'choice']);
    expect(held.out).toMatch(/\npasses — only pinned choices were selected; pinned choices: \d\d passed; the stub was checked\n$/);
  }); // biome-ignore format: one line an expectation

  it('leaves a file in braces as it is', async () => {
    await writeFile(at('braces.yaml'), JSON.stringify({ baseUrl: server.baseUrl }));
    const { code, error } = await runAssay(['init', server.baseUrl, '--pin', '--output', at('braces.yaml')]);
    expect([code, error]).toEqual([2, expect.stringMatching(/^\S+braces\.yaml: it is written in braces, .+\n$/)]);
    expect(JSON.parse(await readFile(at('braces.yaml'), 'utf8'))).toEqual({ baseUrl: server.baseUrl });
  }); // biome-ignore format: one line an expectation

  it('takes no nodes where the file has its own, and writes a file that is not there', async () => {
    const file = await target('nodes.yaml');
    const place = 'e214368a-b4c3-4797-bbe9-01fb056371c1/fa5f7e49-aa64-4842-90c8-7398f92c0df3';
    const rejected = await runAssay(['init', server.baseUrl, '--pin', '--node', place, '--output', file]);
    expect([rejected.code, rejected.error]).toEqual([2, `${file} already exists; write its nodes there, and leave out --node.\n`]);
    const fresh = await runAssay(['init', server.baseUrl, '--pin', '--node', place, '--output', at('fresh.yaml')]);
    expect(fresh.out).toMatch(/not pinned\n {2}\S.*\n {4}\S/);
    const { file: read } = await readTarget(at('fresh.yaml'), { ASSAY_TOKEN: 'any' });
    expect(read.choices).toMatchObject({ 'listing-success': 200, 'next-at-end': 'past' });
    expect(await readFile(at('fresh.yaml'), 'utf8')).not.toContain('# choices:');
  }); // biome-ignore format: one line an expectation
});

describe('what a stub imitates', () => {
  const chosenIn = async (imitate: string | object) => {
    await using stub = await startStub({ imitate, choices: { head: 'served' }, listen: false });
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
      for (const [id, option] of Object.entries(made)) expect(chosen.get(id as 'head')).toBe(String(option));
      expect(chosen.get('head')).toBe('served');
      expect(notImitated.map(({ choice }) => choice)).toEqual(file === report ? ['repeated-names', 'repeated-slugs'] : []);
    }
  }); // biome-ignore format: one line an expectation

  it('lists what it cannot go the way of, hostile options and unknown choices included', async () => {
    const hostile = 'other: \u001b[2J::error::';
    const observations = [{ id: 'head', question: '', option: hostile }, { id: 'refusal-status', question: '', option: hostile }, { id: '__proto__', question: '', option: '1' }, 7]; // biome-ignore format: one line
    const unseen = [{ id: 'state', question: '', why: 'no room' }];
    const { chosen, notImitated } = await chosenIn({ observations, unseen });
    expect(chosen.get('refusal-status')).toBe('422');
    expect(notImitated).toEqual([
      { choice: 'refusal-status', saw: hostile, instead: '422' },
      { choice: '__proto__', saw: '1', instead: 'nothing: it is unknown here' },
      { choice: 'state', saw: 'not seen: no room', instead: 'none' },
    ]);
    await writeFile(at('hostile.json'), JSON.stringify({ observations, unseen }));
    await using served = await startCommand(['--choices', at('hostile.json')]);
    expect(served.written.out).toMatch(/\nnot imitated\n {2}head +other: \\u\{1b\}\[2J/);
  });

  it('is rejected in one sentence where it says nothing of choices', async () => {
    const bare = await target('bare.yaml');
    await expect(startStub({ imitate: bare })).rejects.toThrow(
      `${bare}:1: no choices are pinned; write them with assay init --pin, or name a JSON report of a check.`,
    );
    await expect(startStub({ imitate: [] })).rejects.toThrow(
      'what is to be imitated: expected choices, each with',
    );
  });
});
