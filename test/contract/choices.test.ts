import { describe, expect, it } from 'vitest';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { choicesOf } from '../../src/contract/choices.ts';
import { loadContract } from '../../src/contract/load.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAssay } from '../cli/assay-in-process.ts';
import { listingAt, withFiles } from './own-contract.ts';

const contract = await loadContract();
const { clauses } = contract;
const allChoices = [...choicesOf(contract)];

it('a choice asks a question, has options that differ, and belongs to clauses that are silent', () => {
  expect(allChoices.length).toBeGreaterThan(0);
  for (const [id, { asks, options, words = {}, seen = 'no, because …', ...choice }] of allChoices) {
    expect(asks, id).toMatch(/\?$/);
    expect(new Set(options.map(String)).size, id).toBe(options.length);
    expect(options.map(String), id).toEqual(expect.arrayContaining(Object.keys(words)));
    expect(seen, id).toMatch(/^no, because /);
    const levels = choice.clauses.map((clause) => clauses.get(clause)?.level ?? `unknown clause ${clause}`);
    expect(levels, id).toEqual(levels.map(() => 'unspecified'));
  }
});

const openapi = listingAt('/books', 'listBooks', {
  list: 'items: /books, identifier: /id',
  page: 'type: object, properties: { books: { type: array, items: { type: object, properties: { id: { type: integer }, colour: { type: string } } } } }',
});

const clause = `- { id: listBooks/colour, at: handbook, level: unspecified, text: The colour of books is open. }
- { id: listBooks/size, at: handbook, level: should, text: Books are small. }
`;

const reads = (id: string): string => `
export default { load: async (contract) => ({ contract, parts: {
  collections: [], hasOwnIds: false, declared: () => ({}),
  operations: { listBooks: { createHandler: ({ choices }) => () => ({ status: 200, body: Buffer.from('{"books":[{"colour":"' + choices['${id}'] + '"}]}') }) } },
} }) };
`;

describe('the choices.yaml of a contract', () => {
  const right = 'colour: { asks: Which colour?, clauses: [listBooks/colour], options: [red, blue] }\n';
  const files = { 'openapi.yaml': openapi, 'clauses.yaml': clause, 'choices.yaml': right };

  it('has choices of its own', () =>
    withFiles(files, async (folder) => {
      const choice = choicesOf(await loadContract({ openapi: folder })).get('colour');
      expect(choice).toMatchObject({ options: ['red', 'blue'], operations: ['listBooks'] });
    }));

  const withField = (field: string): string => right.replace(' }', `, ${field} }`);
  it.each([
    ['colour: red\n', '1: the choice "colour" is not an object; write asks, clauses and options.'],
    ['- colour\n', '1: expected an object of choices, each with a question and its options.'],
    ['colour: { options: [red, blue] }\n', '1: the choice "colour" has no "asks"; add it.'],
    ['colour: { asks: Which colour? }\n', '1: the choice "colour" has no "options"; add it.'],
    [right.replace('Which colour?', 'The colour'), '1: "asks" of a choice is a question that ends in a question mark.'],
    [right.replace('[red, blue]', '[red]'), '1: "options" of a choice is a list of at least two different words or numbers.'],
    [right.replace('[red, blue]', '[red, red]'), '1: "options" of a choice is a list of at least two different words or numbers.'],
    [right.replace('[red, blue]', '[red, [blue]]'), '1: "options" of a choice is a list of at least two different words or numbers.'],
    [right.replace('[listBooks/colour]', 'listBooks/colour'), '1: "clauses" of a choice is a list of ids of clauses.'],
    [right.replace('listBooks/colour', 'listBooks/color'), '1: "listBooks/color" is no clause whose level is unspecified; a choice belongs to such clauses only.'],
    [right.replace('listBooks/colour', 'listBooks/size'), '1: "listBooks/size" is no clause whose level is unspecified; a choice belongs to such clauses only.'],
    [withField('words: { green: like grass }'), '1: the choice "colour" has no option "green".'],
    [withField('words: [red]'), '1: "words" of a choice is an object that explains options.'],
    [withField('range: [1]'), '1: "range" of a choice is a list of the smallest and the greatest whole number.'],
    [withField('seen: no'), '1: "seen" of a choice is `no, because …`.'],
    [withField('varied: sometimes'), '1: "varied" of a choice is `no, because …`.'],
    [withField('isOfForm: yes'), '1: "isOfForm" of a choice is true or false.'],
    [withField('ask: Which?'), '1: a choice has no "ask"; did you mean "asks"?'],
    ['\ntrailing-slash: { options: [a, b] }\n', '2: "options" of "trailing-slash" is the same in all contracts; remove it.'],
    ['colour: {\n', '2:1: Flow map in block collection must be sufficiently indented and end with a }; fix the YAML there.'],
  ])('is wrong in one sentence with its line: %j', (choices, expected) =>
    withFiles({ ...files, 'choices.yaml': choices }, async (folder) => {
      const { code, error } = await runAssay(['clauses', '--contract', folder]);
      expect([code, error.trim().split('\n').length]).toEqual([2, 1]);
      expect(error.replace(`${folder}/`, '')).toContain(`choices.yaml:${expected}`);
    }),
  ); // biome-ignore format: one line a case

  it('has each choice that the stub part reads', async () => {
    const replyTo = (id: string): Promise<string> =>
      withFiles({ ...files, 'stub/parts.js': reads(id) }, async (folder) => {
        const { transport } = createStub(await loadSampleData(await loadContract({ openapi: folder })));
        const response = await transport({ method: 'GET', target: '/books', headers: [] });
        return 'body' in response ? Buffer.from(response.body).toString() : response.lost;
      });
    expect(await replyTo('colour')).toBe('{"books":[{"colour":"red"}]}');
    await expect(replyTo('size')).rejects.toThrow(
      /stub\/parts\.js: reads the choice "size", which the contract does not have; add it to choices\.yaml\.$/,
    );
  });
});
