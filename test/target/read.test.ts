// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a target file names a variable
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTarget } from '../../conformance/target/read.ts';
import { everyCredential, withoutReferences } from '../../conformance/target/variables.ts';

const id = '0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c11';
const folder = process.cwd();

async function read(...lines: string[]) {
  const path = join(folder, 'target.yaml');
  await writeFile(path, lines.join('\n'));
  return readTarget(path, { environment: { SECRET: 's3cret-token', BROKEN: 'two\nlines' } });
}

/** What is said of a file, without the folder it lies in. */
const said = (...lines: string[]): Promise<string> =>
  read(...lines).then(
    () => 'nothing',
    (error: Error) => `${error.name} ${error.message.replace(`${folder}/`, '')}`,
  );

describe('a target file', () => {
  it('is read whole, with the environment in it', async () => {
    const { file } = await read(
      'baseUrl: http://127.0.0.1:4010',
      'token: ${SECRET}',
      'headers: { X-Store: eu, X-Both: "${SECRET}/${SECRET}" }',
      'writes: deny',
      'settles: 2s',
      'known:',
      '  application-key: { reserved_rate_limit: 5 }',
      `  subscription: { account_id: ${id}, currency: EUR, payment_authority: any }`,
      `collections: [{ list: node-products, at: { hierarchyID: ${id}, nodeID: ${id} }, holds: [${id}], hidden: [], order: [] }]`,
      `records: [{ id: ${id}, sku: S-1 }]`,
      `hidden: [{ id: ${id.replace('0', '1')}, slug: tent }]`,
      'waivers: [{ rule: node-products/included, reason: stripped, until: 2027-03-31 }]',
    );
    expect(file).toEqual({
      baseUrl: 'http://127.0.0.1:4010',
      token: 's3cret-token',
      headers: { 'X-Store': 'eu', 'X-Both': 's3cret-token/s3cret-token' },
      writes: 'deny',
      settles: '2s',
      known: {
        'application-key': { reserved_rate_limit: 5 },
        subscription: { account_id: id, currency: 'EUR', payment_authority: 'any' },
      },
      collections: [
        { list: 'node-products', at: { hierarchyID: id, nodeID: id }, holds: [id], hidden: [], order: [] },
      ],
      records: [{ id, sku: 'S-1' }],
      hidden: [{ id: id.replace('0', '1'), slug: 'tent' }],
      waivers: [{ rule: 'node-products/included', reason: 'stripped', until: '2027-03-31' }],
    });
  });

  it('may contain text that looks like a variable, as it is written without one', async () => {
    const shown = ['${SECRET}', '$${SECRET}', 'a${', '$$'];
    const lines = shown.map((text, index) => `  X-${index}: ${JSON.stringify(withoutReferences(text))}`);
    const { file } = await read('baseUrl: http://127.0.0.1:4010', 'headers:', ...lines);
    expect(Object.values(file.headers ?? {})).toEqual(shown);
  });

  it('may hold tokens and headers that nobody set, where nothing is sent', async () => {
    const path = join(folder, 'unset.yaml');
    const lines = [
      'token: { node-products: "${UNSET}", subscription: "${SET}" }',
      'headers: { X-Key: "a ${UNSET}" }',
    ];
    const readUnsent = async (...own: string[]) => {
      await writeFile(path, own.join('\n'));
      return (await readTarget(path, { environment: { SET: 'token-12' }, dispensable: everyCredential }))
        .file;
    };
    expect(await readUnsent(...lines)).toEqual({ token: { subscription: 'token-12' }, headers: {} });
    expect(await readUnsent('token: ${UNSET}', 'writes: deny')).toEqual({ writes: 'deny' });
    await expect(readUnsent('token: any', 'baseUrl: ${UNSET}')).rejects.toThrow(
      'unset.yaml:2: the environment variable "UNSET" is not set',
    );
  });

  it('may hold a token for each operation, and several sets of vouched values', async () => {
    const { file } = await read(
      'token: { application-key: "${SECRET}", node-products: other }',
      'known:',
      '  subscription:',
      `    - { account_id: ${id}, currency: EUR }`,
      '    - { currency: USD }',
    );
    expect(file).toEqual({
      token: { 'application-key': 's3cret-token', 'node-products': 'other' },
      known: { subscription: [{ account_id: id, currency: 'EUR' }, { currency: 'USD' }] },
    });
  });

  it.each<[string, string[], string]>([
    ['an unknown key', ['writes: deny', 'tokn: x'], '2: "tokn" is not a key of the target file; did you mean "token"?'],
    ['an unknown key inside', ['collections:', `  - { at: { hierarchyID: ${id}, nodeID: ${id} }, hold: [] }`], '2: "hold" is not a key of /collections/0; did you mean "holds"?'],
    ['a key like no other', ['colour: red'], '1: "colour" is not a key of the target file; known are contract, overlays, baseUrl, publicUrl, token, headers, writes, settles, known, collections, records, hidden, choices, waivers, rules, clauses.'],
    ['a missing key', ['collections:', '  - holds: []'], '2: /collections/0 has no "at"; add it.'],
    ['a missing parameter', ['collections:', `  - at: { hierarchyID: ${id} }`], '2: /collections/0/at has no "nodeID"; add it.'],
    ['a parameter that is none', ['collections:', `  - at: { hierarchyID: ${id}, node: ${id} }`], '2: /collections/0/at has no "nodeID"; add it.'],
    ['a listing that is none', ['collections:', `  - { list: products, at: { hierarchyID: ${id}, nodeID: ${id} } }`], '2: /collections/0/list must be node-products; correct it.'],
    ['a field that no record has', ['collections:', `  - { at: { hierarchyID: ${id}, nodeID: ${id} }, holds: [{ id: ${id}, slugs: a }] }`], '2: "slugs" is not a key of /collections/0/holds/0; did you mean "slug"?'],
    ['a time that is no duration', ['settles: soon'], '1: /settles is not a duration such as 500ms or 2s; correct it.'],
    ['values of an operation that creates nothing', ['known:', '  node-products: {}'], '2: "node-products" is not a key of /known; known are application-key, subscription.'],
    ['a wrong type', ['headers:', '  X-Version: 2'], '2: /headers/X-Version must be a string (quote it if it looks like a number); correct it.'],
    ['a value not allowed', ['writes: perhaps'], '1: /writes must be allow or deny; correct it.'],
    ['an id that is none', ['collections:', `  - at: { hierarchyID: ${id}, nodeID: 7c }`], '2: /collections/0/at/nodeID must be a UUID; correct it.'],
    ['a token of no operation', ['token:', '  products: a'], '2: "products" is not a key of /token; did you mean "node-products"?'],
    ['a token that is a list', ['token: [a]'], '1: /token must be text or a map; correct it.'],
    ['a token in a map that is empty', ['token:', '  subscription: ""'], '2: /token/subscription is empty or contains a character that a header cannot contain after "Bearer", such as a space; write the token alone.'],
    ['a rate limit that is text', ['known:', '  application-key: { reserved_rate_limit: many }'], '2: /known/application-key/reserved_rate_limit must be a whole number; correct it.'],
    ['a field that no request has', ['known:', '  application-key: { colour: a }'], '2: "colour" is not a key of /known/application-key; known are name, reserved_rate_limit.'],
    ['no set of values', ['known: { subscription: [] }'], '1: /known/subscription is an empty list; name at least one.'],
    ['a set of values that is text', ['known: { subscription: USD }'], '1: /known/subscription must be a map, or a list of maps; correct it.'],
    ['a mistake in one of several sets', ['known:', '  subscription:', '    - currency: USD', '    - plan: a'], '4: "plan" is not a key of /known/subscription/1; did you mean "plan_id"?'],
    ['a payment that is neither', ['known:', '  subscription: { payment_authority: none }'], '2: /known/subscription/payment_authority must be "any" or a map; correct it.'],
    ['a date that is none', ['waivers:', '  - { rule: a, reason: b, until: soon }'], '2: /waivers/0/until must be a date such as 2027-03-31; correct it.'],
    ['a blank reason', ['waivers:', '  - { rule: a, reason: " ", until: 2027-03-31 }'], '2: /waivers/0/reason is blank; say why the rule may fail.'],
    ['a variable that is not set', ['writes: deny', 'token: ${NO_SUCH}'], '2: the environment variable "NO_SUCH" is not set; set it and run again.'],
    ['a variable whose brace is not closed', ['writes: deny', 'token: "${ASSAY_TOKEN"'], '2: "${" has no "}" after the name of an environment variable; close it, or write "$${" for the text itself.'],
    ['a token with its scheme', ['token: Bearer abc'], '1: /token is empty or contains a character that a header cannot contain after "Bearer", such as a space; write the token alone.'],
    ['a currency in small letters', ['known: { subscription: { currency: usd } }'], '1: /known/subscription/currency does not match ^[A-Z]{3}$; correct it.'],
    ['a record that is listed and hidden', [`collections: [{ at: { hierarchyID: ${id}, nodeID: ${id} }, holds: [${id}], hidden: [{ id: ${id} }] }]`], '1: /collections/0/holds/0 is under "hidden", too; a record is either listed or hidden: remove one.'],
    ['a record that exists and is hidden', [`records: [${id}]`, `hidden: [${id}]`], '1: /records/0 is under "hidden", too; a record is either listed or hidden: remove one.'],
    ['a record in order that is hidden', [`collections: [{ at: { hierarchyID: ${id}, nodeID: ${id} }, order: [${id}], hidden: [${id}] }]`], '1: /collections/0/order/0 is under "hidden", too; give only records that are listed an order.'],
    ['a record in order that is not listed', [`collections: [{ at: { hierarchyID: ${id}, nodeID: ${id} }, holds: [], order: [${id}] }]`], '1: /collections/0/order/0 is not under "holds"; add it there, or remove it here.'],
    ['a token of two lines', ['token: ${BROKEN}'], '1: /token is empty or contains a character that a header cannot contain after "Bearer", such as a space; write the token alone.'],
    ['a base URL with a query', ['baseUrl: http://a.example/?b'], '1: /baseUrl has a query or a fragment; remove it: paths are appended to the URL.'],
    ['no map at all', ['- a'], '1: the target file must be a map; correct it.'],
    ['broken YAML', ['token: "x'], '1:10: Missing closing "quote; fix the YAML there.'],
  ])('says in one sentence what is wrong with %s', async (_, lines, sentence) => {
    expect(await said(...lines)).toBe(`UserError target.yaml:${sentence}`);
  }); // biome-ignore format: one line a case

  it('says so when it is not there', async () => {
    await expect(readTarget('nowhere.yaml')).rejects.toThrow('nowhere.yaml: cannot be read (ENOENT)');
  });
});
