import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import type { Finding } from '../../conformance/report/report.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import { loadContract } from '../../src/contract/load.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { samplesOf } from '../../src/stub/samples.ts';
import { checkOf } from '../check-of.ts';

const openapi = fileURLToPath(new URL('../stub/any-contract/library.yaml', import.meta.url));
const contract = await loadContract({ openapi });

const collections = samplesOf(contract).collections.map(({ operation, values, records }) => ({
  operation,
  values,
  ids: records.map(({ id }) => Number(id)),
}));
const [booksOfAuthor] = collections.filter(({ operation }) => operation === 'listAuthorBooks');
const [allBooks] = collections.filter(({ operation }) => operation === 'listBooks');
const { values: [authorId = ''] = [], ids = [] } = booksOfAuthor ?? {};

type Written = NonNullable<TargetFile['collections']>[number];

/** What a check of a conforming library says of its listings. */
async function resultsWith(
  collection: Written,
  writes: 'allow' | 'deny' = 'deny',
): Promise<ReadonlyMap<string, Finding>> {
  const { transport } = createStub({ contract });
  const { results } = await checkOf(contract, { token: 'any', writes, collections: [collection] }, transport);
  return new Map(results.map((result) => [result.rule, result]));
}

const ofAuthor = { list: 'listAuthorBooks', at: { authorId } };

const verdicts = (results: ReadonlyMap<string, Finding>, list = 'listAuthorBooks'): string[] =>
  ['holds', 'hidden-never-shown'].map((name) => results.get(`${list}/${name}`)?.verdict ?? 'no such rule');

describe('what is declared of a collection of a contract of one’s own', () => {
  it.each([
    ['all that it lists', { holds: ids, hidden: [1] }, ['pass', 'pass']],
    ['less than it lists', { holds: ids.slice(1) }, ['fail', 'untested']],
    ['more than it lists', { holds: [...ids, 1] }, ['fail', 'untested']],
    ['that one of what it lists is hidden', { hidden: ids.slice(0, 1) }, ['untested', 'fail']],
  ])('is judged: %s', async (_, declared, expected) => {
    expect(ids.length).toBeGreaterThan(20);
    expect(verdicts(await resultsWith({ ...ofAuthor, ...declared }))).toEqual(expected);
  });

  it('says nothing of what the check itself created in it', async () => {
    const results = await resultsWith({ ...ofAuthor, holds: ids, hidden: [1] }, 'allow');
    expect(results.get('createAuthorBook/created')?.verdict).toBe('pass');
    expect(verdicts(results)).toEqual(['untested', 'pass']);
    expect(results.get('listAuthorBooks/holds')).toMatchObject({
      why: 'this run created books in each collection',
    });
  });

  it('says nothing of what the check itself created elsewhere, and it lists', async () => {
    const held = { list: 'listBooks', holds: allBooks?.ids ?? [] };
    expect(verdicts(await resultsWith(held), 'listBooks')).toEqual(['pass', 'untested']);
    const results = await resultsWith(held, 'allow');
    expect(verdicts(results, 'listBooks')).toEqual(['untested', 'untested']);
    expect([...results.values()].filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});

describe('a report of a contract of one’s own', () => {
  it('calls records as the contract does', async () => {
    const { rules } = await loadRuleSet(contract);
    const mutants = rules.flatMap((rule) => rule.mutants.map(({ name }) => name));
    const results = [...(await resultsWith(ofAuthor)).values()];
    const texts = [
      ...results.flatMap(({ title, why = '' }) => [title, why]),
      ...mutants,
      ...[...contract.clauses.values()].map(({ text }) => text),
    ];
    expect(texts.filter((text) => /\bbooks?\b/.test(text)).length).toBeGreaterThan(20);
    expect(texts.filter((text) => /product|\bnodes?\b|curat|\{a?records?\}/i.test(text))).toEqual([]);
  });
});
