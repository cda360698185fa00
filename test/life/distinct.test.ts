import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { loadFiles } from '../contract/own-contract.ts';

const books = await readFile(new URL('books.yaml', import.meta.url), 'utf8');
const title = 'title: { type: string, minLength: 1, maxLength: 200';
/** The contract of books, each of which has a title of its own; what updates return is not said to be one. */
const contract = await loadFiles({
  'openapi.yaml': books.replace(
    new RegExp(`(Book:\\n(?:.*\\n)*?.*)${title}`),
    `$1${title}, x-distinct: requests`,
  ),
});
const own = ['createBook', 'replaceBook', 'updateBook'].map((id) => `${id}/title-distinct`);

async function verdictsOn(mutants: readonly Mutant[] = []): Promise<readonly string[]> {
  const { transport } = createStub({ contract, mutants });
  const { results } = await runAgainst(contract, transport);
  return results.flatMap(({ rule, verdict }) =>
    own.includes(rule) || verdict === 'fail' ? [`${rule}: ${verdict}`] : [],
  );
}

describe('a field that no two records have alike', () => {
  it('is changed by a server that rejects the value of another record', async () => {
    expect(
      [...contract.clauses.values()].filter(({ id }) => own.includes(id)).map(({ text }) => text),
    ).toEqual([
      'Different requests get different `title`.',
      'No change gives a record the `title` of another.',
      'No change gives a record the `title` of another.',
    ]);
    expect((await verdictsOn()).toSorted()).toEqual(own.map((id) => `${id}: pass`));
  });

  it('is not changed to the value of another record', async () => {
    const { rules } = await loadRuleSet(contract);
    for (const { id, mutants } of rules.filter((rule) => own.includes(rule.id)))
      for (const mutant of mutants) {
        if (!('wire' in mutant)) throw new Error(`${id} has a mutant of another kind`);
        expect(await verdictsOn([mutant.wire])).toContain(`${id}: fail`);
      }
  });
});

const text = 'title: { type: string, minLength: 1, maxLength: 200';

it.each([
  ['any text', books.replaceAll(text, `${text}, x-distinct: requests`)],
  [
    // Without more, the text would be the same in each request.
    'a text of a form',
    books
      .replace(
        `\n        ${text}`,
        (line) =>
          `\n        code: { type: string, pattern: '^[A-Z]{3}-[0-9]{3}$', x-distinct: requests }${line}`,
      )
      .replace('required: [id, title', 'required: [id, code, title'),
  ],
])(
  'a creation that takes a value crashes a server: that is said, and all else is judged: %s',
  async (_, openapi) => {
    const contract = await loadFiles({ 'openapi.yaml': openapi });
    const { rules } = await loadRuleSet(contract);
    const [mutant] = rules.find(({ id }) => id === 'createBook/taken-not-crash')?.mutants ?? [];
    if (!mutant || !('wire' in mutant)) throw new Error('there is no such mutant');
    const { transport } = createStub({ contract, mutants: [mutant.wire] });
    const { results } = await runAgainst(contract, transport);
    const ended = (verdict: string) => results.flatMap((one) => (one.verdict === verdict ? one.rule : []));
    expect(ended('fail')).toEqual(['createBook/taken-not-crash']);
    expect(ended('inconclusive')).toEqual([]);
  },
);
