import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import { type Edit, edited, loadEdited } from './edited-contract.ts';
import { bookshop, loadDocument, loadFiles } from './own-contract.ts';

/** The error message for an edited file; the number of the line with `#here` is replaced by HERE. */
async function messageFor(file: 'openapi' | 'clauses', edit: Edit): Promise<string> {
  const text = await edited(`${file}.yaml`, [edit]);
  const here = text.split('\n').findIndex((line) => line.includes('#here')) + 1;
  const error: unknown = await loadEdited({ [file]: [edit] }).then(
    () => new Error('nothing'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserError)) throw error;
  expect(error.message).not.toContain('\n');
  return error.message.replace(`:${here}:`, ':HERE:');
}

const card: Edit = [
  '        card_id:\n          description: The id of the card to charge.\n          type: string\n          maxLength: 1024\n',
  '',
];
const withCard = (text: string): Edit => [card[0], text];
const cardClauses =
  '            type: subscription/request-payment-card-id-type\n            maxLength: subscription/request-payment-card-id-length\n';

describe('an error in openapi.yaml is described in one sentence', () => {
  it.each<[string, Edit, string]>([
    ['invalid YAML', ['  version: 1.0.0\n', '  version: ]1.0.0 #here\n'], 'openapi.yaml:HERE:12: Unexpected flow-seq-end token in YAML stream; fix the YAML there.'],
    ['a duplicate key', ['  version: 1.0.0\n', '  version: 1.0.0\n  version: 2.0.0 #here\n'], 'openapi.yaml:HERE:3: Map keys must be unique; fix the YAML there.'],
    ['an alias without an anchor', ['  version: 1.0.0\n', '  version: *nobody #here\n'], 'openapi.yaml:HERE:12: this alias has no anchor before it; correct the name, or quote the value.'],
    ['not an OpenAPI document', ['openapi: 3.1.1\n', 'asyncapi: 3.0.0 #here\n'], 'openapi.yaml:HERE: expected an OpenAPI document; begin it with "openapi: 3.1.1".'],
    ['a document of Swagger 2.0', ['openapi: 3.1.1\n', 'swagger: "2.0" #here\n'], 'openapi.yaml:HERE: Swagger 2.0 is not supported; convert it to OpenAPI 3, for example with swagger2openapi.'],
    ['another version of OpenAPI', ['openapi: 3.1.1\n', 'openapi: 4.0.0 #here\n'], 'openapi.yaml:HERE: OpenAPI 4.0.0 is not supported; write 3.0, 3.1 or 3.2, such as 3.1.1.'],
    ['no paths', ['\npaths:\n', '\npaths: [] #here\nx-paths:\n'], 'openapi.yaml:HERE: the OpenAPI document needs "paths", a map; add the operations there.'],
    ['a path with what no URL has', ['  /subscriptions/subscriptions:\n', '  /my subscriptions: #here\n'], 'openapi.yaml:HERE: no URL has the character " "; write %20 in the path.'],
    ['no title', ['  title: Application', '  x-title: Application'], expect.stringMatching(/^openapi\.yaml:\d+: \/info must have required property 'title'; correct it\.$/)],
    ['an unknown field', ['      operationId: createApplicationKey\n', '      operationId: createApplicationKey\n      colour: red #here\n'], 'openapi.yaml:HERE: "colour" is an unknown field at /paths/~1v2~1application-keys/post; remove it, or correct its name.'],
    ['a reference where names are expected', ['application-key/request-body-required }\n        content:\n', "application-key/request-body-required }\n        content:\n          $ref: '#/components/schemas' #here\n"], 'openapi.yaml:HERE: a reference cannot be at /paths/~1v2~1application-keys/post/requestBody/content; write what it refers to there.'],
    ['fields that exclude each other', ['          application/json:\n', '          application/json: #here\n            example: {}\n'], expect.stringMatching(/^openapi\.yaml:HERE: \/paths\/\S+json has "example" and "examples", of which only one is allowed; remove the other\.$/)],
    ['a name that OpenAPI does not allow', ['    PaymentAuthority:\n', '    "Other Authority": { type: object } #here\n    PaymentAuthority:\n'], 'openapi.yaml:HERE: "Other Authority" is no name that OpenAPI allows at /components/schemas (^[a-zA-Z0-9._-]+$); rename it.'],
    ['a duplicate operation', ['      x-operation: subscription\n', '      x-operation: application-key #here\n'], 'openapi.yaml:HERE: the x-operation "application-key" is already used; choose another.'],
    ['an operation without a response', ["      responses:\n        '201':", "      responses: #here\n        '301':"], 'openapi.yaml:HERE: post /v2/application-keys has no successful response of application/json with a schema; add one under responses.'],
    ['a reference to nothing', ["{ $ref: '#/components/schemas/PaymentAuthority' }", "{ $ref: '#/components/schemas/Payment' } #here"], 'openapi.yaml:HERE: $ref "#/components/schemas/Payment" does not resolve; point it at something under #/components.'],
    ['a reference to another file', ["{ $ref: '#/components/schemas/PaymentAuthority' }", "{ $ref: './payment.yaml' } #here"], 'openapi.yaml:HERE: $ref to payment.yaml cannot be read (ENOENT); correct the path.'],
    ['a circular reference', withCard("        card_id: { $ref: '#/components/schemas/PaymentAuthority/properties/card_id' } #here\n        card:\n"), 'openapi.yaml:HERE: $ref "#/components/schemas/PaymentAuthority/properties/card_id" refers back to itself; break the cycle.'],
    ['a bound that is not a number', withCard('        card_id:\n          type: string\n          maxLength: long #here\n'), 'openapi.yaml:HERE: /components/schemas/PaymentAuthority/properties/card_id/maxLength must be integer; correct it.'],
    ['an infinite bound', withCard('        card_id:\n          type: string\n          maxLength: .inf #here\n'), 'openapi.yaml:HERE: /components/schemas/PaymentAuthority/properties/card_id/maxLength must be integer; correct it.'],
    ['an invalid pattern', withCard("        card_id:\n          type: string\n          pattern: '[' #here\n          maxLength: 9\n"), 'openapi.yaml:HERE: "pattern" is not a regular expression (unterminated character class); correct it.'],
    ['a lower bound above the upper one', withCard('        card_id:\n          type: string\n          minLength: 5 #here\n          maxLength: 3\n'), 'openapi.yaml:HERE: no value satisfies this schema: "minLength" is 5 and "maxLength" is 3; correct it.'],
    ['bounds with no integer between', withCard('        card_id:\n          type: integer\n          minimum: 0.2 #here\n          maximum: 0.8\n'), 'openapi.yaml:HERE: no value satisfies this schema: "minimum" is 0.2 and "maximum" is 0.8, with no integer between; correct it.'],
    ['a list of values of other types', withCard('        card_id:\n          type: string\n          enum: [1, 2] #here\n'), 'openapi.yaml:HERE: no value satisfies this schema: the rest of it allows no value of "enum"; correct it.'],
    ['a value that another keyword excludes', withCard('        card_id:\n          format: date\n          const: tomorrow #here\n'), 'openapi.yaml:HERE: no value satisfies this schema: the rest of it allows no value of "const"; correct it.'],
    ['a required member that no value satisfies', withCard('        card_id:\n          type: object\n          required: [one] #here\n          properties: { one: false }\n'), 'openapi.yaml:HERE: no value satisfies this schema: "one" is required, and no value satisfies its schema; correct it.'],
    ['options without a clause', withCard('        card_id:\n          oneOf: [{ type: string }, { type: integer }] #here\n'), 'openapi.yaml:HERE: "oneOf" has no clause; name one under x-clause beside it, in the same file.'],
    ['a constraint without a clause', withCard('        card_id:\n          type: string\n          minLength: 1 #here\n          maxLength: 9\n'), 'openapi.yaml:HERE: "minLength" has no clause; name one under x-clause beside it, in the same file.'],
    ['a required member without a clause', ['      required: [type, customer_id, card_id, name, email]', '      required: [type, customer_id, card_id, name, email, cvc] #here'], 'openapi.yaml:HERE: "required cvc" has no clause; name one under x-clause beside it, in the same file.'],
    ['a required body without a clause', ['        required: true\n        x-clause: { required: application-key/request-body-required }', '        required: true #here'], 'openapi.yaml:HERE: "required" has no clause; name one under x-clause beside it, in the same file.'],
    ['an unknown clause', [cardClauses, cardClauses.replace('card-id-length', 'card-id-lenght #here')], 'openapi.yaml:HERE: "maxLength" is mapped to "subscription/request-payment-card-id-lenght", which clauses.yaml does not have; correct the id, or add the clause there.'],
    ['an unknown clause of a member', ['          card_id: subscription/request-payment-card-id-required', '          card_id: nothing #here'], 'openapi.yaml:HERE: "required card_id" is mapped to "nothing", which clauses.yaml does not have; correct the id, or add the clause there.'],
    ['an unknown clause of a parameter', ['x-clause: { required: node-products/node-id-required }', 'x-clause: { required: nothing } #here'], 'openapi.yaml:HERE: "required" is mapped to "nothing", which clauses.yaml does not have; correct the id, or add the clause there.'],
  ])('%s', async (_, edit, sentence) => {
    expect(await messageFor('openapi', edit)).toEqual(sentence);
  }); // biome-ignore format: one line a case

  it('a missing operation', async () => {
    const error = loadEdited({
      openapi: [
        ['\npaths:\n', '\npaths: #here\n'],
        ['x-operation: node-products', 'x-operation: products'],
      ],
    });
    await expect(error).rejects.toThrow(
      /^openapi\.yaml:\d+: no operation has the x-operation "node-products"; add it under paths\.$/,
    );
  });
});

const first = '- id: general/three-operations\n  at: 0/s1\n  level: unspecified\n';

describe('an error in clauses.yaml is described in one sentence', () => {
  it.each<[string, Edit, string]>([
    ['not a list', ['\n- id: general/three-operations', '\na: 1 #here\nb:\n- id: general/three-operations'], 'clauses.yaml:HERE: expected a list of clauses; start each with "- id:".'],
    ['not a map', [first, `- just text #here\n${first}`], 'clauses.yaml:HERE: a clause is a map with id, at, level and text; write it as one.'],
    ['an unknown field', [first, `${first}  colour: red #here\n`], 'clauses.yaml:HERE: "colour" is an unknown field; a clause has id, at, level, text, reading, unobservable, silent.'],
    ['no id', [first, '- at: 0/s1 #here\n  level: must\n'], 'clauses.yaml:HERE: the clause needs "id", a string.'],
    ['an id that is not a string', [first, first.replace('general/three-operations', '3 #here')], 'clauses.yaml:HERE: the clause needs "id", a string.'],
    ['a duplicate id', ['- id: general/one-document', '- id: general/three-operations #here'], expect.stringMatching(/^clauses\.yaml:HERE: the clause id "general\/three-operations" is already used at clauses\.yaml:\d+; choose another\.$/)],
    ['an unknown level', [first, first.replace('unspecified', 'may #here')], 'clauses.yaml:HERE: the level of clause "general/three-operations" must be one of must, should, unspecified.'],
    ['no address', [first, first.replace('0/s1', '[] #here')], 'clauses.yaml:HERE: the clause "general/three-operations" needs "at", an address or a list of addresses.'],
    ['a reason without words', [first, `${first}  unobservable: true #here\n`], 'clauses.yaml:HERE: "unobservable" of clause "general/three-operations" must be a reason in words; write one.'],
    ['a number without a constraint', ['text: A tag in `attributes.tags` has at most {maxLength} characters.', 'text: A tag in `attributes.tags` has at least {minLength} characters. #here'], 'clauses.yaml:HERE: {minLength} in the text of clause "node-products/product-tag-length" is the placeholder of no value; map exactly one minLength to the clause by x-clause in openapi.yaml, or remove it from the text.'],
  ])('%s', async (_, edit, sentence) => {
    expect(await messageFor('clauses', edit)).toEqual(sentence);
  }); // biome-ignore format: one line a case

  it('a number with two values', async () => {
    const both: Edit = [cardClauses, cardClauses.replace('-card-id-length', '-customer-id-length')];
    const edits = [both, withCard(card[0].replace('1024', '9'))];
    await expect(loadEdited({ openapi: edits })).rejects.toThrow(
      /^clauses\.yaml:\d+: \{maxLength\} in the text of clause "subscription\/request-payment-customer-id-length" is the placeholder of 2 values \(1024; 9\); map exactly one maxLength to the clause by x-clause in openapi\.yaml, or remove it from the text\.$/,
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
  ])('gives the line of %j, or of its nearest parent', async (path, line) => {
    const { where } = await read(yaml.replace('  - *anchor\n', '').replace(/$/, 'g: *anchor\n'));
    expect(where(path)).toMatch(new RegExp(`/file\\.yaml:${line}$`));
  }); // biome-ignore format: one glance

  it('may be empty', async () => {
    const { value, where } = await read('');
    expect([value, where(['a'])]).toEqual([null, expect.stringMatching(/file\.yaml:1$/)]);
  });

  it('is named in the error if it cannot be read', async () => {
    await expect(readYaml('nowhere.yaml')).rejects.toThrow(
      'nowhere.yaml: cannot be read (ENOENT); check the path.',
    );
    await expect(readYaml(tmpdir())).rejects.toThrow(`${tmpdir()}: cannot be read (EISDIR); check the path.`);
  });
});

describe('a pattern that is none is described in one sentence, in a contract of a team', () => {
  it.each<[string, object, string]>([
    ['of a text', { pattern: '(' }, '"pattern" is not a regular expression (unterminated group); correct it.'],
    ['of names', { patternProperties: { '[': {} } }, '"patternProperties" is not a regular expression (unterminated character class); correct it.'],
    ['that no rule reads', { not: { propertyNames: { pattern: '(' } } }, '"pattern" is not a regular expression (unterminated group); correct it.'],
  ])('%s', async (_, code, sentence) => {
    const text = JSON.stringify({ type: 'object', required: ['code'], properties: { code } });
    const error = loadFiles({ 'books.yaml': bookshop(`      ${text}`) });
    await expect(error).rejects.toThrow(`books.yaml:22: ${sentence}`);
  }); // biome-ignore format: one line a case

  it('unless it is the name of a field', async () => {
    const fields =
      '{ type: object, properties: { pattern: { type: string }, patternProperties: { type: object } } }';
    await expect(loadFiles({ 'books.yaml': bookshop(`      ${fields}`) })).resolves.toBeDefined();
  });
});

const small = (id: string, schema: string): string => `openapi: 3.1.0
info: { title: Small, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: ${id}
      responses: { '200': { description: things, content: { application/json: { schema: ${schema} } } } }
`;

it.each([
  ...['constructor', '__proto__', 'toString'].map((id) => [
    small(id, '{ type: object }'),
    `openapi.yaml:6: the operationId "${id}" is reserved; choose another.`,
  ]),
  ...['http://127.0.0.1:9999/s', '5'].map((dialect) => [
    small('things', `{ $schema: '${dialect}', type: object }`),
    `openapi.yaml:7: "$schema" is "${dialect}", which assay does not read; remove it.`,
  ]),
])(
  'names that every object has, and other dialects of schemas, are rejected with their line',
  async (text, message) => {
    await expect(loadDocument(text)).rejects.toThrow(message);
  },
);
