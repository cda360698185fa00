import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.ts';
import { type Edit, edited, loadEdited } from './testing.ts';
import { readYaml } from './yaml-file.ts';

/** What is said of an edited file; the line that is marked with `#here` is called HERE. */
async function said(file: 'openapi' | 'clauses', edit: Edit): Promise<string> {
  const text = await edited(`${file}.yaml`, [edit]);
  const here = text.split('\n').findIndex((line) => line.includes('#here')) + 1;
  const error: unknown = await loadEdited({ [file]: [edit] }).then(
    () => new Error('nothing'),
    (fault: unknown) => fault,
  );
  if (!(error instanceof Fault)) throw error;
  expect(error.message).not.toContain('\n');
  return error.message.replace(`:${here}:`, ':HERE:');
}

const card: Edit = [
  '        card_id:\n          description: Which card is charged.\n          type: string\n          maxLength: 1024\n',
  '',
];
const withCard = (text: string): Edit => [card[0], text];
const cardClauses =
  '            type: subscription-request-payment-card-id-type\n            maxLength: subscription-request-payment-card-id-length\n';

describe('a fault in openapi.yaml is told in one sentence', () => {
  it.each<[string, Edit, string]>([
    ['broken YAML', ['  version: 1.0.0\n', '  version: ]1.0.0 #here\n'], 'openapi.yaml:HERE:12: Unexpected flow-seq-end token in YAML stream; mend the YAML there.'],
    ['a key that stands twice', ['  version: 1.0.0\n', '  version: 1.0.0\n  version: 2.0.0 #here\n'], 'openapi.yaml:HERE:3: Map keys must be unique; mend the YAML there.'],
    ['an alias of nothing', ['  version: 1.0.0\n', '  version: *nobody #here\n'], 'openapi.yaml:HERE:12: nothing before this alias has its name; correct it, or quote the value.'],
    ['no OpenAPI at all', ['openapi: 3.1.1\n', 'swagger: "2.0" #here\n'], 'openapi.yaml:HERE: expected an OpenAPI document; begin it with "openapi: 3.1.1".'],
    ['another OpenAPI', ['openapi: 3.1.1\n', 'openapi: 3.0.4 #here\n'], 'openapi.yaml:HERE: OpenAPI 3.0.4 is not read here; write 3.1.1.'],
    ['no paths', ['\npaths:\n', '\npaths: [] #here\nx-paths:\n'], 'openapi.yaml:HERE: the document needs "paths", a map; put the operations there.'],
    ['no title', ['  title: Application', '  x-title: Application'], expect.stringMatching(/^openapi\.yaml:\d+: \/info must have required property 'title'; correct it\.$/)],
    ['an unknown field', ['      operationId: application-key\n', '      operationId: application-key\n      colour: red #here\n'], 'openapi.yaml:HERE: "colour" is not known at /paths/~1v2~1application-keys/post; drop it, or correct its name.'],
    ['an operation twice', ['      operationId: subscription\n', '      operationId: application-key #here\n'], 'openapi.yaml:HERE: the operationId "application-key" is taken; choose another.'],
    ['an operation without an answer', ["      responses:\n        '201':", "      responses: #here\n        '301':"], 'openapi.yaml:HERE: post /v2/application-keys has no successful response of application/json with a schema; add one under responses.'],
    ['a reference to nothing', ["{ $ref: '#/components/schemas/PaymentAuthority' }", "{ $ref: '#/components/schemas/Payment' } #here"], 'openapi.yaml:HERE: $ref "#/components/schemas/Payment" leads nowhere; point it at something under #/components.'],
    ['a reference to another file', ["{ $ref: '#/components/schemas/PaymentAuthority' }", "{ $ref: './payment.yaml' } #here"], 'openapi.yaml:HERE: $ref "./payment.yaml" leads nowhere; point it at something under #/components.'],
    ['a reference into itself', withCard("        card_id: { $ref: '#/components/schemas/PaymentAuthority' } #here\n        card:\n"), 'openapi.yaml:HERE: $ref "#/components/schemas/PaymentAuthority" leads back into itself; end the circle.'],
    ['a constraint beside a reference', withCard("        card_id:\n          $ref: '#/components/schemas/ApplicationKeyRequest'\n          maxLength: 9 #here\n        card:\n"), 'openapi.yaml:HERE: "maxLength" is not read beside $ref; move it to where the $ref leads.'],
    ['a bound that is none', withCard('        card_id:\n          type: string\n          maxLength: long #here\n'), 'openapi.yaml:HERE: /components/schemas/PaymentAuthority/properties/card_id/maxLength must be integer; correct it.'],
    ['a bound without end', withCard('        card_id:\n          type: string\n          maxLength: .inf #here\n'), 'openapi.yaml:HERE: /components/schemas/PaymentAuthority/properties/card_id/maxLength must be integer; correct it.'],
    ['a pattern that is none', withCard("        card_id:\n          type: string\n          pattern: '[' #here\n          maxLength: 9\n"), 'openapi.yaml:HERE: "pattern" is no regular expression; correct it.'],
    ['a format of nobody', withCard('        card_id:\n          type: string\n          format: uiud #here\n'), 'openapi.yaml:HERE: "uiud" is no format that is known; correct it.'],
    ['a keyword without a rule', withCard('        card_id:\n          type: string\n          not: { const: x } #here\n          maxLength: 9\n'), 'openapi.yaml:HERE: no rule can hold "not"; say it with type, format, enum, const, minLength, maxLength, pattern, minimum, maximum, minItems, maxItems, required, properties, items, additionalProperties, $ref.'],
    ['closed objects', withCard('        card_id:\n          type: string\n          additionalProperties: false #here\n          maxLength: 9\n'), 'openapi.yaml:HERE: no rule can hold "additionalProperties: false"; leave it out.'],
    ['a constraint without a clause', withCard('        card_id:\n          type: string\n          minLength: 1 #here\n          maxLength: 9\n'), 'openapi.yaml:HERE: "minLength" has no clause; name one under x-clause beside it, in the same file.'],
    ['a required member without a clause', ['      required: [type, customer_id, card_id, name, email]', '      required: [type, customer_id, card_id, name, email, cvc] #here'], 'openapi.yaml:HERE: "required cvc" has no clause; name one under x-clause beside it, in the same file.'],
    ['a required body without a clause', ['        required: true\n        x-clause: { required: key-request-body-required }', '        required: true #here'], 'openapi.yaml:HERE: "required" has no clause; name one under x-clause beside it, in the same file.'],
    ['an unknown clause', [cardClauses, cardClauses.replace('card-id-length', 'card-id-lenght #here')], 'openapi.yaml:HERE: "maxLength" is mapped to "subscription-request-payment-card-id-lenght", which clauses.yaml does not have; correct the id, or add the clause there.'],
    ['an unknown clause of a member', ['          card_id: subscription-request-payment-card-id-required', '          card_id: nothing #here'], 'openapi.yaml:HERE: "required card_id" is mapped to "nothing", which clauses.yaml does not have; correct the id, or add the clause there.'],
    ['an unknown clause of a parameter', ['x-clause: { required: products-node-id-required }', 'x-clause: { required: nothing } #here'], 'openapi.yaml:HERE: "required" is mapped to "nothing", which clauses.yaml does not have; correct the id, or add the clause there.'],
  ])('%s', async (_, edit, sentence) => {
    expect(await said('openapi', edit)).toEqual(sentence);
  }); // biome-ignore format: one line a case

  it('a missing operation', async () => {
    const error = loadEdited({
      openapi: [
        ['\npaths:\n', '\npaths: #here\n'],
        ['operationId: node-products', 'operationId: products'],
      ],
    });
    await expect(error).rejects.toThrow(
      /^openapi\.yaml:\d+: no operation has the operationId "node-products"; add it under paths\.$/,
    );
  });
});

const first = '- id: general-three-operations\n  at: 0/s1\n  level: unspecified\n';

describe('a fault in clauses.yaml is told in one sentence', () => {
  it.each<[string, Edit, string]>([
    ['no list', ['\n- id: general-three-operations', '\na: 1 #here\nb:\n- id: general-three-operations'], 'clauses.yaml:HERE: expected a list of clauses; begin each with "- id:".'],
    ['no map', [first, `- just text #here\n${first}`], 'clauses.yaml:HERE: a clause is a map with id, at, level and text; write it as one.'],
    ['a stray field', [first, `${first}  colour: red #here\n`], 'clauses.yaml:HERE: "colour" is not a field of a clause; known are id, at, level, text, reading, shares, unobservable, silent, unchosen.'],
    ['no id', [first, '- at: 0/s1 #here\n  level: must\n'], 'clauses.yaml:HERE: the clause needs "id", a text.'],
    ['an id that is no text', [first, first.replace('general-three-operations', '3 #here')], 'clauses.yaml:HERE: the clause needs "id", a text.'],
    ['a taken id', ['- id: general-one-document', '- id: general-three-operations #here'], expect.stringMatching(/^clauses\.yaml:HERE: the clause id "general-three-operations" is taken by clauses\.yaml:\d+; choose another\.$/)],
    ['a bad level', [first, first.replace('unspecified', 'may #here')], 'clauses.yaml:HERE: the level of clause "general-three-operations" must be one of must, should, unspecified.'],
    ['no address', [first, first.replace('0/s1', '[] #here')], 'clauses.yaml:HERE: the clause "general-three-operations" needs "at", an address or a list of addresses.'],
    ['a reason without words', [first, `${first}  silent: true #here\n`.replace('  silent', '  unchosen')], 'clauses.yaml:HERE: "unchosen" of clause "general-three-operations" gives a reason; write it in words.'],
    ['a number of nothing', ['text: A tag has at most {maxLength} characters.', 'text: A tag has at least {minLength} characters. #here'], 'clauses.yaml:HERE: {minLength} in the text of clause "product-tag-length" stands for no value; map exactly one minLength to the clause by x-clause in openapi.yaml, or drop it from the text.'],
  ])('%s', async (_, edit, sentence) => {
    expect(await said('clauses', edit)).toEqual(sentence);
  }); // biome-ignore format: one line a case

  it('a number of two', async () => {
    const both: Edit = [cardClauses, cardClauses.replace('-card-id-length', '-customer-id-length')];
    const edits = [both, withCard(card[0].replace('1024', '9'))];
    await expect(loadEdited({ openapi: edits })).rejects.toThrow(
      /^clauses\.yaml:\d+: \{maxLength\} in the text of clause "subscription-request-payment-customer-id-length" stands for 2 values \(1024; 9\); map exactly one maxLength to the clause by x-clause in openapi\.yaml, or drop it from the text\.$/,
    );
  });
});

describe('a YAML file', () => {
  const yaml = 'a:\n  - b: 1\n    "2": { c: x }\n  - *anchor\nd: &anchor\n  e:\n    f: 1\n';

  async function read(text: string) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-yaml-'));
    const file = join(folder, 'file.yaml');
    await writeFile(file, text);
    return readYaml(file).finally(() => rm(folder, { recursive: true }));
  }

  it.each<[(string | number)[], number]>([
    [[], 1], [['a'], 1], [['a', 0], 2], [['a', 0, 'b'], 2], [['a', '0', 2], 3], [['a', 0, '2', 'c'], 3],
    [['d'], 4], [['d', 'e', 'f'], 6], [['g'], 7], [['g', 'e', 'f'], 6],
    [['a', 0, 'nothing'], 2], [['a', 7, 'x'], 1], [['d', 'e', 'f', 'x'], 6], [['nothing'], 1],
  ])('says on which line %j stands, or what would hold it', async (path, line) => {
    const { where } = await read(yaml.replace('  - *anchor\n', '').replace(/$/, 'g: *anchor\n'));
    expect(where(path)).toMatch(new RegExp(`/file\\.yaml:${line}$`));
  }); // biome-ignore format: one glance

  it('may be empty', async () => {
    const { value, where } = await read('');
    expect([value, where(['a'])]).toEqual([null, expect.stringMatching(/file\.yaml:1$/)]);
  });

  it('is told where it cannot be read', async () => {
    await expect(readYaml('nowhere.yaml')).rejects.toThrow(
      'nowhere.yaml: cannot be read (ENOENT); check the path.',
    );
    await expect(readYaml(tmpdir())).rejects.toThrow(`${tmpdir()}: cannot be read (EISDIR); check the path.`);
  });
});
