// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a target file names a variable
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCredential, readTarget } from '../../conformance/target/read.ts';

const id = '0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c11';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-target-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(...lines: string[]) {
  const path = join(folder, 'target.yaml');
  await writeFile(path, lines.join('\n'));
  return readTarget(path, { SECRET: 's3cret-token', BROKEN: 'two\nlines' });
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
      'key: { reserved_rate_limit: 5 }',
      `subscription: { account_id: ${id}, currency: EUR, payment: any }`,
      'overlays: [real-names.yaml]',
      `nodes: [{ hierarchy: ${id}, node: ${id}, live: [${id}], hidden: [] }]`,
      'waivers: [{ rule: node-products/included, reason: stripped, until: 2027-03-31 }]',
    );
    expect(file).toEqual({
      baseUrl: 'http://127.0.0.1:4010',
      token: 's3cret-token',
      headers: { 'X-Store': 'eu', 'X-Both': 's3cret-token/s3cret-token' },
      writes: 'deny',
      key: { reserved_rate_limit: 5 },
      subscription: { account_id: id, currency: 'EUR', payment: 'any' },
      overlays: ['real-names.yaml'],
      nodes: [{ hierarchy: id, node: id, live: [id], hidden: [] }],
      waivers: [{ rule: 'node-products/included', reason: 'stripped', until: '2027-03-31' }],
    });
  });

  it('may hold tokens and headers that nobody set, where nothing is sent', async () => {
    const path = join(folder, 'unset.yaml');
    const lines = [
      'token: { node-products: "${UNSET}", subscription: "${SET}" }',
      'headers: { X-Key: "a ${UNSET}" }',
    ];
    const readUnsent = async (...own: string[]) => {
      await writeFile(path, own.join('\n'));
      return (await readTarget(path, { SET: 'token-12' }, { dispensable: everyCredential })).file;
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
      'subscription:',
      `  - { account_id: ${id}, currency: EUR }`,
      '  - { currency: USD }',
    );
    expect(file).toEqual({
      token: { 'application-key': 's3cret-token', 'node-products': 'other' },
      subscription: [{ account_id: id, currency: 'EUR' }, { currency: 'USD' }],
    });
  });

  it.each<[string, string[], string]>([
    ['an unknown key', ['writes: deny', 'tokn: x'], '2: "tokn" is not a key of the target file; did you mean "token"?'],
    ['an unknown key inside', ['nodes:', `  - { hierarchy: ${id}, node: ${id}, live_: [] }`], '2: "live_" is not a key of /nodes/0; did you mean "live"?'],
    ['a key like no other', ['colour: red'], '1: "colour" is not a key of the target file; known are baseUrl, publicUrl, token, headers, writes, key, subscription, overlays, rules, clauses, nodes, live, hidden, choices, waivers, scopes, contract.'],
    ['a missing key', ['nodes:', `  - hierarchy: ${id}`], '2: /nodes/0 has no "node"; add it.'],
    ['a wrong type', ['headers:', '  X-Version: 2'], '2: /headers/X-Version must be a string (quote it if it looks like a number); correct it.'],
    ['a value not allowed', ['writes: perhaps'], '1: /writes must be allow or deny; correct it.'],
    ['an id that is none', ['nodes:', `  - { hierarchy: ${id}, node: 7c }`], '2: /nodes/0/node must be a UUID; correct it.'],
    ['a token of no operation', ['token:', '  products: a'], '2: "products" is not a key of /token; did you mean "node-products"?'],
    ['a token that is a list', ['token: [a]'], '1: /token must be text or a map; correct it.'],
    ['a token in a map that is empty', ['token:', '  subscription: ""'], '2: /token/subscription is empty or contains a character that a header cannot contain after "Bearer", such as a space; write the token alone.'],
    ['a rate limit that is text', ['key:', '  reserved_rate_limit: many'], '2: /key/reserved_rate_limit must be a whole number; correct it.'],
    ['an unknown key of a key', ['key:', '  name: a'], '2: "name" is not a key of /key; known are reserved_rate_limit.'],
    ['no set of values', ['subscription: []'], '1: /subscription is an empty list; name at least one.'],
    ['a set of values that is text', ['subscription: USD'], '1: /subscription must be a map, or a list of maps; correct it.'],
    ['a mistake in one of several sets', ['subscription:', '  - currency: USD', '  - plan: a'], '3: "plan" is not a key of /subscription/1; did you mean "plan_id"?'],
    ['a payment that is neither', ['subscription:', '  payment: none'], '2: /subscription/payment must be "any" or a map; correct it.'],
    ['a date that is none', ['waivers:', '  - { rule: a, reason: b, until: soon }'], '2: /waivers/0/until must be a date such as 2027-03-31; correct it.'],
    ['a blank reason', ['waivers:', '  - { rule: a, reason: " ", until: 2027-03-31 }'], '2: /waivers/0/reason is blank; say why the rule may fail.'],
    ['a variable that is not set', ['writes: deny', 'token: ${NO_SUCH}'], '2: the environment variable "NO_SUCH" is not set; set it and run again.'],
    ['a token with its scheme', ['token: Bearer abc'], '1: /token is empty or contains a character that a header cannot contain after "Bearer", such as a space; write the token alone.'],
    ['a currency in small letters', ['subscription: { currency: usd }'], '1: /subscription/currency must be three capitals, such as USD; correct it.'],
    ['a product that is live and hidden', [`nodes: [{ hierarchy: ${id}, node: ${id}, live: [${id}], hidden: [{ id: ${id} }] }]`], '1: /nodes/0/live/0 is under "hidden", too; a product is either live or hidden: remove one.'],
    ['a curated product that is hidden', [`nodes: [{ hierarchy: ${id}, node: ${id}, curated: [${id}], hidden: [${id}] }]`], '1: /nodes/0/curated/0 is under "hidden", too; name only live products as curated.'],
    ['a curated product that is not live', [`nodes: [{ hierarchy: ${id}, node: ${id}, live: [], curated: [${id}] }]`], '1: /nodes/0/curated/0 is not under "live"; add it there, or remove it here.'],
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
