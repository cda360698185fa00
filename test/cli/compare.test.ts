import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { catalog } from '../sample-catalog.ts';
import { contract, ruleSet } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { runAssay } from './assay-in-process.ts';

const folder = process.cwd();
const at = (name: string): string => join(folder, name);

/** Checks a stub on a port of its own, with a fault or other choices, and keeps the JSON report. */
async function check(name: string, fault?: string, choices: Partial<Choices> = {}, ...words: string[]): Promise<string> {
  const mutants = ruleSet.rules.filter(({ id }) => id === fault).flatMap((rule) => rule.mutants.slice(0, 1));
  const wires = mutants.flatMap((mutant) => ('wire' in mutant ? [mutant.wire] : []));
  await using stub = await createStub({ contract, parts: stubPartsOf(catalog), mutants: wires, choices }).listen();
  const target = at(`${name}.yaml`);
  await writeFile(target, stringify(targetOfCatalog(catalog, stub.baseUrl, choices, contract)));
  const file = at(`${name}.json`);
  const only = words.length > 0 ? words : ['--only', 'application-key'];
  await runAssay(['check', '--target', target, '--report', `json=${file}`, ...only]);
  return file;
} // biome-ignore format: one line a step

let usual = '';
beforeAll(async () => {
  usual = await check('default');
});

describe('assay compare', () => {
  it('finds nothing between two checks of one server', async () => {
    const { code, out, error } = await runAssay(['compare', usual, await check('again')]);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^ +target +verdict\nbefore +http:\S+ {2}passes — .*\n(?: .*\n)*after +http:\S+ {2}passes — .*\n(?: .*\n)*\n.*\n\nno regression — nothing changed\n$/);
  }); // biome-ignore format: one line an expectation

  it('finds what broke and what was fixed, on the terminal and in files', async () => {
    const broken = await check('broken', 'application-key/name-echo');
    const markdown = at('compared.md');
    const told = await runAssay(['compare', usual, broken, '--report', `markdown=${markdown}`]);
    expect(told.code).toBe(1);
    expect(told.out).toMatch(/^✗ application-key\/name-echo +pass → fail\n.*\n {4}expected .*\n {4}got .*\n {4}request {3}curl /m);
    expect(told.out).toMatch(/\nregressed — 1 rule began to fail(, \d+ rules? lost (its|their) verdict)?\n$/);
    expect(await readFile(markdown, 'utf8')).toMatch(/^## ❌ assay: regressed\n\n1 rule began to fail.*\n\n[\s\S]*\n\n### ❌ ` application-key\/name-echo `\n/);
    const fixed = await runAssay(['compare', broken, usual]);
    expect(fixed.code).toBe(0);
    expect(fixed.out).toMatch(/^✓ application-key\/name-echo: fail → pass$/m);
  }); // biome-ignore format: one line an expectation

  it('rejects, in one sentence each, what is no report of this assay', async () => {
    const text = await readFile(usual, 'utf8');
    const files: Record<string, [content: string, sentence: RegExp]> = {
      'cut.json': [text.slice(0, 5000), /cut\.json is not JSON, or is incomplete; write one with --report json=FILE\.\n$/],
      'har.json': ['{ "log": { "version": "1.2" } }', /har\.json is not a JSON report of assay check; write one/],
      'compared.json': [JSON.stringify({ assay: '0.1.0', rules: [] }), /compared\.json is not a JSON report of assay check; /],
      'old.json': [text.replace(/"assay": "[^"]+"/, '"assay": "0.0.9"'), /old\.json was written by assay 0\.0\.9, and this is \S+; use the same one\.\n$/],
      'odd.json': [text.replace('"verdict": "pass"', '"verdict": "good"'), /odd\.json is not a JSON report as this assay writes them; write one/],
    };
    for (const [name, [content, sentence]] of Object.entries(files)) {
      await writeFile(at(name), content);
      for (const words of [[at(name), usual], [usual, at(name)]]) {
        const { code, out, error } = await runAssay(['compare', ...words]);
        expect([code, out, error.split('\n').length]).toEqual([2, '', 2]);
        expect(error).toMatch(sentence);
      }
    }
    const kind = await runAssay(['compare', usual, usual, '--report', 'html=a.html']);
    expect([kind.code, kind.error]).toEqual([2, '"html" is not a kind of report; known are markdown.\n']);
  }); // biome-ignore format: one line a file
});
