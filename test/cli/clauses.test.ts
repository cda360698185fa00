import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../src/contract/choices.ts';
import { loadContract } from '../../src/contract/load.ts';
import { bookshop, withFiles } from '../contract/own-contract.ts';
import { runAssay } from './assay-in-process.ts';

const contract = await loadContract();
const { clauses } = contract;
const choices = choicesOf(contract);

const lines = async (...words: string[]): Promise<string[]> => {
  const { code, out, error } = await runAssay(['clauses', ...words]);
  expect([code, error]).toEqual([0, '']);
  return out.trimEnd().split('\n');
};

/** The ids that begin the lines of a list. */
const idsIn = (list: readonly string[]): string[] =>
  list.flatMap((line) => /^ {2}([\w/.[\]-]+) {2,}/.exec(line)?.[1] ?? []);

const idsOf = (matches: (id: string) => boolean): string[] => [...clauses.keys()].filter(matches).sort();

describe('assay clauses --contract', () => {
  const book =
    '      type: object\n      not: {}\n      properties: { title: { type: string, maxLength: 9 } }\n';
  const list = (...words: string[]): Promise<string[]> =>
    withFiles({ 'openapi.yaml': bookshop(book) }, (folder) =>
      lines('--contract', join(folder, 'openapi.yaml'), ...words),
    );

  it('counts what an OpenAPI file states, and what no rule checks', async () => {
    const page = await list();
    expect(page[0]).toMatch(/^The contract has \d+ clauses, derived from the OpenAPI file, and leaves \d+ choices to the server; no rule checks 1 part of it\.$/);
    expect(page.join()).toMatch(/createBook +\d+ +\d+ {2}POST \/books/);
    expect(page.join()).not.toContain('unspecified');
    expect(page.join()).not.toContain('specification');
  }); // biome-ignore format: one line an expectation

  it.each([['--all'], ['createBook/*'], []])('prints nothing that could steer a terminal or the log of a CI engine (%s)', async (...words) => {
    const steering = `      type: object\n      properties: { "\\e[31mred\\n::error::no": { type: string } }\n`;
    const out = await withFiles({ 'openapi.yaml': bookshop(steering).replace('title: Books', 'title: "\\e[2J"') }, (folder) =>
      lines('--contract', join(folder, 'openapi.yaml'), ...words),
    );
    expect(out.filter((line) => line.includes('\u001b') || line.startsWith('::'))).toEqual([]);
  }); // biome-ignore format: one line an expectation

  it('lists clauses with their lines, and explains one', async () => {
    expect(await list('createBook/*maxLength')).toEqual([
      'openapi.yaml',
      '  createBook/request-title-maxLength   must  openapi.yaml:24  In a request, `title` is at most 9 characters long.',
      '  createBook/response-title-maxLength  must  openapi.yaml:24  In a response, `title` is at most 9 characters long.',
    ]);
    expect(await list('createBook/accepted')).toContain('  places        openapi.yaml:5');
  });

  it('lists everything with --all, and what no rule checks', async () => {
    expect((await list('--all')).slice(-2)).toEqual([
      'Parts of the contract that no rule checks',
      '  openapi.yaml:23  a schema that no value satisfies',
    ]);
  });
});

describe('assay clauses', () => {
  it('counts the clauses of each operation on one page, and says how to see more', async () => {
    const page = await lines();
    expect(page.length).toBeLessThan(40);
    expect(page[0]).toBe(`The contract has ${clauses.size} clauses (statements of the specification), and leaves ${choices.size} choices to the server.`);
    const row = page.find((line) => line.startsWith('node-products'));
    const [, must, should, unspecified] = /^node-products +(\d+) +(\d+) +(\d+) {2}GET \/pcm\//.exec(row ?? '') ?? [];
    const levels = [...clauses.values()].filter(({ id }) => id.startsWith('node-products/')).map(({ level }) => level);
    expect([must, should, unspecified].map(Number)).toEqual(
      ['must', 'should', 'unspecified'].map((level) => levels.filter((one) => one === level).length),
    );
    for (const command of page.flatMap((line) => /^ {2}assay clauses (\S.*?) {2,}/.exec(line)?.[1] ?? []))
      await lines(...command.split(' ').map((word) => word.replaceAll("'", '')));
  }); // biome-ignore format: one line an expectation

  it('lists the clauses of an operation, or those that match a pattern', async () => {
    expect(idsIn(await lines('subscription')).sort()).toEqual(idsOf((id) => id.startsWith('subscription/')));
    expect(idsIn(await lines('node-products/filter-*')).sort()).toEqual(
      idsOf((id) => id.startsWith('node-products/filter-')),
    );
  });

  it('lists the choices, and explains one under both of its names', async () => {
    expect(idsIn(await lines('choice')).sort()).toEqual([...choices.keys()].sort());
    expect(idsIn(await lines('choice/duplicate-*'))).toEqual([...choices.keys()].filter((id) => id.startsWith('duplicate-')));
    expect(await lines('choice/default-page-size')).toEqual(await lines('default-page-size'));
  }); // biome-ignore format: one line an expectation

  it('lists everything with --all, and nothing else beside', async () => {
    const ids = idsIn(await lines('--all'));
    expect(ids.sort()).toEqual([...clauses.keys(), ...choices.keys()].sort());
    expect(await runAssay(['clauses', 'subscription', '--all'])).toMatchObject({
      code: 2,
      error: '--all and subscription cannot be combined; remove one of the two.\n',
    });
  });
});

describe('assay clauses in the folder of a target file', () => {
  const files = {
    'openapi.yaml': bookshop('      { type: object, properties: { title: { type: string } } }'),
    'assay.target.yaml': `contract: openapi.yaml\ntoken: \${BOOKSHOP_TOKEN}\n`,
  };
  const page = (...words: string[]) =>
    withFiles(files, async (folder) => runAssay(['clauses', ...words], { folder }));

  it('is about the contract of that file, without its variables', async () => {
    const { code, out, error } = await page();
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^using assay\.target\.yaml\n/);
    expect(out).toMatch(/createBook .* POST \/books/);
  });

  it('is about the shipped contract with --no-target, and about the contract that is named', async () => {
    expect((await page('--no-target')).out).toMatch(/^node-products /m);
    expect((await page('--contract', 'openapi.yaml', 'createBook/accepted')).out).toMatch(
      /^createBook\/accepted/,
    );
  });

  it('has the mistakes of that contract', async () => {
    expect((await page('--lint')).out).toContain('in the contract');
  });
});
