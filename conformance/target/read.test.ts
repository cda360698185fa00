// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a target file names a variable
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTarget } from './read.ts';

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
      subscription: { account_id: id, currency: 'EUR', payment: 'any' },
      overlays: ['real-names.yaml'],
      nodes: [{ hierarchy: id, node: id, live: [id], hidden: [] }],
      waivers: [{ rule: 'node-products/included', reason: 'stripped', until: '2027-03-31' }],
    });
  });

  it.each<[string, string[], string]>([
    ['an unknown key', ['writes: deny', 'tokn: x'], '2: "tokn" is not a key of the target file; did you mean "token"?'],
    ['an unknown key inside', ['nodes:', `  - { hierarchy: ${id}, node: ${id}, live_: [] }`], '2: "live_" is not a key of /nodes/0; did you mean "live"?'],
    ['a key like no other', ['colour: red'], '1: "colour" is not a key of the target file; known are baseUrl, token, headers, writes, subscription, overlays, nodes, waivers.'],
    ['a missing key', ['nodes:', `  - hierarchy: ${id}`], '2: /nodes/0 lacks "node"; add it.'],
    ['a wrong type', ['headers:', '  X-Version: 2'], '2: /headers/X-Version must be a string (quote it if it looks like a number); correct it.'],
    ['a value not allowed', ['writes: perhaps'], '1: /writes must be allow or deny; correct it.'],
    ['an id that is none', ['nodes:', `  - { hierarchy: ${id}, node: 7c }`], '2: /nodes/0/node must be a UUID; correct it.'],
    ['a payment that is neither', ['subscription:', '  payment: none'], '2: /subscription/payment must be "any" or a map; correct it.'],
    ['a date that is none', ['waivers:', '  - { rule: a, reason: b, until: soon }'], '2: /waivers/0/until must be a date such as 2027-03-31; correct it.'],
    ['a blank reason', ['waivers:', '  - { rule: a, reason: " ", until: 2027-03-31 }'], '2: /waivers/0/reason is blank; say why the rule may fail.'],
    ['a variable that is not set', ['writes: deny', 'token: ${NO_SUCH}'], '2: the environment variable "NO_SUCH" is not set; set it and run again.'],
    ['a token of two lines', ['token: ${BROKEN}'], '1: /token is empty or holds a character that cannot stand in a header; correct it.'],
    ['a base URL with a query', ['baseUrl: http://a.example/?b'], '1: /baseUrl has a query or a fragment; drop it, since paths are appended to it.'],
    ['no map at all', ['- a'], '1: the target file must be a map; correct it.'],
    ['broken YAML', ['token: "x'], '1:10: Missing closing "quote; mend the YAML there.'],
  ])('says in one sentence what is wrong with %s', async (_, lines, sentence) => {
    expect(await said(...lines)).toBe(`Fault target.yaml:${sentence}`);
  }); // biome-ignore format: one line a case

  it('says so when it is not there', async () => {
    await expect(readTarget('nowhere.yaml')).rejects.toThrow('nowhere.yaml: cannot be read (ENOENT)');
  });
});
