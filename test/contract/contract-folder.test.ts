import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import type { Finding } from '../../conformance/report/report.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { targetFileOf } from '../../conformance/stub-target/target-of-stub.ts';
import { loadContract } from '../../src/contract/load.ts';
import { createStub, type StubOptions } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';

const stall = fileURLToPath(new URL('../../examples/contract-folder/stall', import.meta.url));

const inProcess = 'http://localhost';

const scratch = process.cwd();

/** A copy of the example, with another content of a file of it. */
async function withFile(name: string, content: string): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'stall-'));
  await cp(stall, folder, { recursive: true });
  await writeFile(join(folder, name), content);
  return folder;
}

async function resultsOf(options: Partial<StubOptions> = {}): Promise<ReadonlyMap<string, Finding>> {
  const contract = await loadContract({ openapi: stall });
  const file = targetFileOf(await loadSampleData(contract), inProcess);
  const { results } = await checkOf(contract, file, createStub({ contract, ...options }).transport);
  return new Map(results.map((result) => [result.rule, result]));
}

describe('a contract that is a folder', () => {
  it('has the rules of its folder beside those of the kinds', async () => {
    const results = await resultsOf();
    expect(results.get('listBooks/isbn-check-digit')).toMatchObject({ verdict: 'pass', level: 'must' });
    expect(results.get('listBooks/page-limit-exact')).toMatchObject({ verdict: 'pass', level: 'must' });
    expect([...results.values()].filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it('has mutants that its rules find', async () => {
    const { rules } = await loadRuleSet(await loadContract({ openapi: stall }));
    const [mutant] = rules.find(({ id }) => id === 'listBooks/isbn-check-digit')?.mutants ?? [];
    const results = await resultsOf(mutant && 'wire' in mutant ? { mutants: [mutant.wire] } : {});
    expect(results.get('listBooks/isbn-check-digit')).toMatchObject({ verdict: 'fail' });
  });

  it('states what its clauses.yaml says where that differs from what is derived', async () => {
    const { clauses } = await loadContract({ openapi: stall });
    expect(clauses.get('listBooks/total-count')).toMatchObject({ level: 'should', at: ['handbook, Paging'] });
    expect(clauses.get('listBooks/total-constant')).toMatchObject({ level: 'must', derived: true });
  });

  it('serves its sample data', async () => {
    const contract = await loadContract({ openapi: stall });
    const { transport } = createStub({ contract });
    const response = await transport({ method: 'GET', target: '/books?take=1', headers: [] });
    expect('body' in response && JSON.parse(Buffer.from(response.body).toString())).toMatchObject({
      books: [{ id: 1, title: 'The Sea, the Sea' }],
      count: 12,
    });
  });

  const record = "{ id: 1, title: 'Kim', isbn: '9780141030005' }";
  it.each([
    ['fixtures.yaml', `collections:\n  - at: { shelf: 2 }\n    records: [${record}]\n`, 'fixtures.yaml:2: "shelf" is no required parameter of listBooks; remove it, or correct its name.'],
    ['fixtures.yaml', 'collections:\n  - records: [{ id: 1, title: "" }]\n', 'fixtures.yaml:2: /records/0/isbn is required according to the contract; correct it.'],
    ['fixtures.yaml', 'collections:\n  - list: books\n    records: []\n', 'fixtures.yaml:2: no operation that lists is called "books"; known are listBooks.'],
    ['fixtures.yaml', 'books: []\n', 'fixtures.yaml:1: sample data are a map with "collections", a list; each entry has list, at and records.'],
    ['clauses.yaml', '- { id: books/x, at: a, level: must, text: b }\n', 'no operation has the x-operation "books"; add it under paths.'],
  ])('says what is wrong in %s', async (name, content, sentence) => {
    const folder = await withFile(name, content);
    await expect(loadContract({ openapi: folder })).rejects.toThrow(sentence);
  }); // biome-ignore format: a table

  it.each([
    ["export default 7;\n", 'rules.ts: exports no rules; write "export default rules(…)".'],
    ["export default { scope: 'listMaps', topic: ['fields'], table: {} };\n", 'rules.ts: is about "listMaps", and no operation has this id or kind; name one of listBooks.'],
    ["export default { scope: 'listBooks', topic: ['fields'], table: { x: {} } };\n", 'rules.ts: no clause is called listBooks/x; add it to clauses.yaml, or correct the name of the rule.'],
  ])('says what is wrong in its rules: %s', async (content, sentence) => {
    const folder = await withFile('rules/rules.ts', content);
    const contract = await loadContract({ openapi: folder });
    await expect(loadRuleSet(contract)).rejects.toThrow(sentence);
  }); // biome-ignore format: a table

  it('is none without an OpenAPI file', async () => {
    await expect(loadContract({ openapi: join(stall, 'rules') })).rejects.toThrow(
      'the folder has no OpenAPI file, so it is no contract; name the file openapi.yaml, or name another folder.',
    );
  });
});
