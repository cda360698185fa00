import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findTarget } from '../../conformance/cli/target/find-target.ts';
import { archiveOf, listingEntry } from '../recorded/written-archive.ts';
import { runAssay } from './assay-in-process.ts';

const top = process.cwd();

let folder = '';
let count = 0;
beforeEach(async () => {
  count += 1;
  folder = join(top, `${count}`);
  await mkdir(join(folder, 'repository', 'package', 'src'), { recursive: true });
});
const at = (...steps: string[]): string => join(folder, 'repository', ...steps);
const write = (file: string, text = ''): Promise<void> => writeFile(file, text);

describe('a target file that nobody names', () => {
  it('is the nearest one up to the root of the repository, and no further', async () => {
    await write(join(folder, 'assay.target.yaml'));
    await mkdir(at('.git'));
    await write(at('package', 'package.json'));
    expect(findTarget(at('package', 'src'))).toBeUndefined();
    await write(at('assay.target.yaml'));
    expect(findTarget(at('package', 'src'))).toBe('../../assay.target.yaml');
    await write(at('package', 'assay.target.yaml'));
    expect(findTarget(at('package', 'src'))).toBe('../assay.target.yaml');
    expect(findTarget(at())).toBe('assay.target.yaml');
  });

  it('is found in a work tree, whose .git is a file', async () => {
    await write(at('.git'), 'gitdir: elsewhere');
    await write(at('assay.target.yaml'));
    expect(findTarget(at('package'))).toBe('../assay.target.yaml');
  });

  it('is looked for up to the root of the package where there is no repository', async () => {
    await write(at('assay.target.yaml'));
    expect(findTarget(at('package', 'src'))).toBeUndefined();
    await write(at('package', 'package.json'));
    expect(findTarget(at('package', 'src'))).toBeUndefined();
    await write(at('package', 'assay.target.yaml'));
    expect(findTarget(at('package', 'src'))).toBe('../assay.target.yaml');
  });
});

const [one, other] = ['http://127.0.0.1:1', 'http://127.0.0.2:2'];
const lines = (text: string): string[] => text.trimEnd().split('\n');

describe('assay check in the folder of a target file', () => {
  beforeEach(async () => {
    await mkdir(at('.git'));
  });
  const check = (...words: string[]) => runAssay(['check', ...words], { folder: at('package') });
  const found = 'using ../assay.target.yaml';

  it('checks the server that stands there, and says so first', async () => {
    await write(at('assay.target.yaml'), `baseUrl: ${one}`);
    const { code, out, error } = await check();
    expect([code, lines(out), error]).toEqual([2, [found], expect.stringMatching(`^${one} cannot be checked`)]);
    const planned = await check('--plan');
    expect([planned.code, lines(planned.out)[0]]).toEqual([0, found]);
    expect(planned.out).toContain(`A check of ${one} `);
  }); // biome-ignore format: one line an expectation

  const leftOut = `../assay.target.yaml is for ${one}, so it is left out; to use it for ${other}, add --target ../assay.target.yaml`;

  it('leaves the file out if another server is checked, and says so', async () => {
    const declared = ['token: $' + '{ASSAY_SECRET}', 'headers: { X-Tenant: eu }', 'choices: { rejection-status: 400 }', 'rules: nowhere.mjs'];
    await write(at('assay.target.yaml'), [`baseUrl: ${one}/`, ...declared].join('\n'));
    const { code, out, error } = await check(other);
    expect([code, lines(out), error]).toEqual([2, [leftOut], expect.stringMatching(`^${other} cannot be checked`)]);
    const named = await check(other, '--target', '../assay.target.yaml');
    expect([named.out, named.error]).toEqual(['', expect.stringContaining('"ASSAY_SECRET" is not set')]);
    const same = await check(one);
    expect([lines(same.out), same.error]).toEqual([[found], expect.stringContaining('"ASSAY_SECRET" is not set')]);
  }); // biome-ignore format: one line an expectation

  it('leaves the file out of an inspection of another server', async () => {
    const base = (url: string) => archiveOf([listingEntry({ base: url })]);
    await write(at('package', 'one.har'), base(one));
    await write(at('package', 'other.har'), base(other));
    await write(at('assay.target.yaml'), `baseUrl: ${one}\nhidden: [ 4931825d-f167-423f-bb8d-b26555a3cc28 ]\n`);
    const inspect = (...words: string[]) => runAssay(['inspect', ...words], { folder: at('package') });
    expect(lines((await inspect('other.har', '--base-url', other)).out)[0]).toBe(leftOut);
    expect(lines((await inspect('one.har', '--base-url', one)).out)[0]).toBe(found);
    expect(lines((await inspect('one.har')).out)[0]).toBe(found);
  }); // biome-ignore format: one line an expectation

  it('uses a file that is for no particular server', async () => {
    await write(at('assay.target.yaml'), 'writes: deny');
    const { out, error } = await check(other);
    expect([lines(out), error]).toEqual([[found], expect.stringMatching(`^${other} cannot be checked`)]);
  });

  it.each(['assay.target.yml', 'assay.target.json'])('is not to be called %s', async (name) => {
    await write(at(name), `baseUrl: ${one}`);
    const { code, error } = await check();
    expect([code, error]).toEqual([2, expect.stringMatching(`${name} is not looked for; call it assay.target.yaml, or name it with --target.`)]);
  }); // biome-ignore format: one line an expectation

  it.each(['true', undefined])('is not there: nothing passes, and what to do is said (CI=%s)', async (CI) => {
    const { code, out, error } = await runAssay(['check'], { folder: at('package'), environment: { CI } });
    expect([code, out, error]).toEqual([
      2,
      '',
      expect.stringMatching(
        /^there is no server to check: .* no assay\.target\.yaml was found in this folder or above it; name a base URL, .*\n$/,
      ),
    ]);
  });

  it('is not written over by a report, nor by a stub if it is something else', async () => {
    await write(at('assay.target.yaml'), `baseUrl: ${one}`);
    const over = await check('--report', 'json=../assay.target.yaml');
    expect([over.code, over.error]).toEqual([2, expect.stringMatching(/assay\.target\.yaml is read by this command; name another for the report\.\n$/)]);
    const twice = await check('--report', 'json=a', '--report', 'html=a');
    expect([twice.code, twice.error]).toEqual([2, expect.stringMatching(/a is named for two reports; name a file for each\.\n$/)]);
    await write(at('package', 'package.json'), '{"name":"mine"}');
    const merged = await runAssay(['init', '--merge', '--output', 'package.json'], { folder: at('package') });
    expect([merged.code, merged.error]).toEqual([2, expect.stringMatching(/package\.json:1: .*"name"/)]);
    const exported = await runAssay(['stub', '--port', '0', '--export-target', 'package.json'], { folder: at('package') });
    expect([exported.code, exported.error]).toEqual([2, 'package.json is not a target file, and is not overwritten; name another file.\n']);
  }); // biome-ignore format: one line an expectation

  it.each([
    ['a contract that it names', 'books.json'],
    ['a file that the contract refers to', 'parts.json'],
    ['an Overlay that it names', 'books.overlay.yaml'],
    ['a rule that it names', 'kept.js'],
    ['the clauses of its rules', 'clauses.yaml'],
  ])('protects %s from reports', async (_, name) => {
    await write(at('parts.json'), JSON.stringify({ Book: { type: 'object' } }));
    const book = { description: 'book', content: { 'application/json': { schema: { $ref: 'parts.json#/Book' } } } };
    await write(at('books.json'), JSON.stringify({ openapi: '3.1.1', info: { title: 'Books', version: '1' }, paths: { '/book': { get: { operationId: 'book', responses: { 200: book } } } } }));
    await write(at('books.overlay.yaml'), 'overlay: 1.0.0\ninfo: { title: none, version: 1.0.0 }\nactions: [{ target: $.info, update: { title: B } }]\n');
    await write(at('kept.js'), "export default { operation: 'book', title: 'kept', claims: [{ on: 'response', judge: () => {} }] };");
    await write(at('clauses.yaml'), '- { id: house/kept, at: handbook, level: must, text: Kept. }');
    await write(at('assay.target.yaml'), `baseUrl: ${one}\ncontract: books.json\noverlays: [books.overlay.yaml]\nrules: kept.js\n`);
    const { code, error } = await check('--report', `json=../${name}`);
    expect([code, error]).toEqual([2, expect.stringMatching(`${name} is read by this command; name another for the report`)]);
  }); // biome-ignore format: one line an expectation

  it('says where a mistake in it stands', async () => {
    await write(at('assay.target.yaml'), 'tokn: a');
    const { code, error } = await check();
    expect([code, error]).toEqual([2, expect.stringMatching(/assay\.target\.yaml:1: .*did you mean "token"/)]);
  }); // biome-ignore format: one line an expectation

  it('looks at it neither with --no-target nor with --target', async () => {
    await write(at('assay.target.yaml'), `baseUrl: ${one}`);
    await write(at('package', 'named.yaml'), `baseUrl: ${other}`);
    expect((await check('--no-target', other, '--plan')).out).toMatch(`A check of ${other} `);
    const planned = (await check('--stub', '--plan')).out;
    expect(planned).toMatch(/^A check of http:\/\/127\.0\.0\.1:\d{4,5} /);
    // By experiment: in how many cases, with how many requests, and what they would show.
    expect(planned).toMatch(
      /^ {2}node-products\/offsets +10 cases +\d+ requests +pages before the last record/m,
    );
    expect(planned).not.toMatch(/ 0 requests +\S/);
    expect((await check('--target', 'named.yaml', '--plan')).out).toMatch(`A check of ${other} `);
    const repeated = await check('--stub', '--only', 'application-key/created', '--report', 'json=a.json');
    expect([repeated.code, repeated.out]).toEqual([0, expect.stringContaining('passes — 1 of 1')]);
  });

  it('has consent to write only for the server that stands there', async () => {
    const writes = (out: string): boolean => / [1-9]\d* writes\n/.test(out);
    const [theirs, others] = ['http://shop.invalid', 'http://other.invalid'];
    await write(at('assay.target.yaml'), `baseUrl: ${theirs}`);
    const first = await check('--plan');
    expect([writes(first.out), first.out]).toEqual([false, expect.stringMatching(/^no POST request is sent: shop\.invalid is not loopback; .*write writes: allow into the target file/m)]);
    await write(at('assay.target.yaml'), `baseUrl: ${theirs}/\nwrites: allow`);
    expect(writes((await check('--plan')).out)).toBe(true);
    expect(writes((await check(theirs, '--plan')).out)).toBe(true);
    expect(writes((await check(others, '--plan')).out)).toBe(false);
    expect(writes((await check(others, '--allow-writes', '--plan')).out)).toBe(true);
    expect(writes((await check(others, '--target', '../assay.target.yaml', '--plan')).out)).toBe(true);
    await write(at('assay.target.yaml'), `baseUrl: ${theirs}\nwrites: deny`);
    expect(writes((await check(theirs, '--plan')).out)).toBe(false);
  }); // biome-ignore format: one line an expectation
});
