import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assay, complaint, lay } from './command.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

/** Files that are no good for anything, whatever they were meant for. */
const rubbish: Readonly<Record<string, string | Uint8Array>> = {
  'empty.yaml': '',
  'list.yaml': '- a\n- b\n',
  'number.yaml': '7\n',
  'stray.yaml': 'nonsense: 1\n',
  'unclosed.yaml': 'a: [1, 2\n',
  'tabs.yaml': 'a:\n\tb: 1\n',
  'twice.yaml': 'a: 1\na: 2\n',
  'two.yaml': 'a: 1\n---\nb: 2\n',
  'binary.yaml': Uint8Array.from({ length: 2048 }, (_, index) => (index * 167) % 256),
  'nul.yaml': 'a: "\0"\n',
  'latin.yaml': Uint8Array.of(0x61, 0x3a, 0x20, 0xe4, 0xf6, 0x0a),
  'deep.yaml': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'bomb.yaml': `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}, *a${index}]`).join('\n')}\n`,
  'tag.yaml': 'a: !!js/function "function () {}"\n',
  'merge.yaml': '<<: {nonsense: 1}\n',
  'proto.yaml': '__proto__: { token: 1 }\nconstructor: 1\n',
  'folder/in.yaml': 'a: 1\n',
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-bad-'));
  await lay(folder, rubbish);
  await symlink(at('nowhere.yaml'), at('dangling.yaml'));
});
afterAll(() => rm(folder, { recursive: true }));

/** One sentence: no stack, no second line, nothing a terminal would obey. */
function expectSentence(said: Awaited<ReturnType<typeof complaint>>, words: readonly string[]): void {
  const about = words.join(' ');
  expect(said?.code, about).toBe(2);
  expect(said?.message, about).toMatch(/^[^\n]+$/);
  expect(said?.message, about).not.toMatch(/assay itself failed|\bat .*\.[jt]s:|undefined|\[object|\p{Cc}/u);
}

const nowhere = 'http://127.0.0.1:9';

describe('a file that is no good', () => {
  const readers: [string, (file: string) => string[]][] = [
    ['a target', (file) => ['check', nowhere, '--target', file]],
    ['an overlay', (file) => ['clauses', '--overlay', file]],
    ['fixtures', (file) => ['stub', '--port', '0', '--quiet', '--fixtures', file]],
    ['choices', (file) => ['stub', '--port', '0', '--quiet', '--choices', file]],
    ['a shard', (file) => ['merge', file]],
  ];

  it.each(readers)(
    'as %s gets a sentence that names it',
    async (_, words) => {
      const files = [
        ...Object.keys(rubbish),
        'folder',
        'nowhere.yaml',
        'dangling.yaml',
        'empty.yaml/in.yaml',
      ];
      for (const name of files) {
        const line = words(at(name));
        const said = await complaint(line);
        expectSentence(said, line);
        expect(said?.message, line.join(' ')).toContain(name.split('/')[0]);
      }
    },
    60_000,
  );
});

const uuid = '606699e3-d3d0-4977-9433-444b2d312311';

describe('a target file', () => {
  it.each<[string, RegExp]>([
    ['token: 1', /target.yaml:1: .*must be a string/],
    ['token: ""', /target.yaml:1: /],
    ['token: "a\\nb"', /target.yaml:1: .*header/],
    [`token: $${'{ASSAY_NO_SUCH_VARIABLE}'}`, /target.yaml:1: .*ASSAY_NO_SUCH_VARIABLE/],
    ['tokn: a', /target.yaml:1: .*did you mean "token"/],
    ['baseUrl: shop.example', /target.yaml:1: .*not an http or https URL/],
    ['baseUrl: http://user:secret@shop.example', /target.yaml:1: (?!.*secret).*credentials/],
    ['headers: { "a b": c }', /target.yaml:1: .*header/],
    ['headers: { a: "b\\r\\nc: d" }', /target.yaml:1: .*header/],
    ['writes: yes', /target.yaml:1: .*allow or deny/],
    ['subscription: { plan_id: a }', /target.yaml:1: .*UUID/],
    ['nodes: {}', /target.yaml:1: .*list/],
    ['nodes:\n  - hierarchy: a', /target.yaml:2: /],
    [`nodes:\n  - hierarchy: ${uuid}\n    node: ${uuid}\n    live: [a]`, /target.yaml:4: .*UUID/],
    ['waivers:\n  - { rule: a, reason: b, until: soon }', /target.yaml:2: .*date/],
    ['waivers:\n  - { rule: a, reason: " ", until: 2027-01-01 }', /target.yaml:2: /],
    ['overlays: [nowhere.yaml]', /nowhere.yaml: cannot be read/],
    [`"a\\e[31m${'b'.repeat(10)}": 1`, /target.yaml:1: /],
  ])('with %j gets a sentence with its line', async (content, named) => {
    await lay(folder, { 'target.yaml': content });
    const words = ['check', nowhere, '--target', at('target.yaml')];
    const said = await complaint(words);
    expectSentence(said, words);
    expect(said?.message).toMatch(named);
  });
});

describe('the command line', () => {
  it.each<[string, RegExp]>([
    ['', /./],
    ['nonsense', /unknown command/],
    ['check --nonsense', /unknown option/],
    ['check a b', /too many arguments|not an http/],
    ['check ftp://shop.example', /not an http or https URL/],
    ['check http://', /not an http or https URL/],
    ['check http://shop.example?a', /query or a fragment/],
    ['check http://u:secret@shop.example', /^(?!.*secret).*credentials/],
    ['check --target', /argument missing/],
    ['check --node a', /HIERARCHY\/NODE/],
    [`check --node ${uuid}/${uuid}/${uuid}`, /HIERARCHY\/NODE/],
    ['check --only [', /matches nothing/],
    ['check --only ../../etc/passwd', /matches nothing/],
    ['check --skip nonsense', /matches nothing/],
    ['check --require nonsense', /matches nothing/],
    ['check --require application-key --skip application-key', /leaves out/],
    ['check --seed -1', /whole number|argument missing|unknown option/],
    ['check --seed 1e3', /whole number/],
    ['check --runs 0', /whole number/],
    ['check --runs 999999999999999999999', /whole number/],
    ['check --timeout 0', /whole number/],
    ['check --budget never', /whole number/],
    ['check --rate 0/s', /requests a second/],
    ['check --concurrency ٣', /whole number/],
    ['check --nonce xyz', /hexadecimal/],
    ['check --shard 3/2', /I\/N/],
    ['check --report json', /KIND=FILE/],
    ['check --report pdf=a', /not a kind of report/],
    ['check --report __proto__=a', /not a kind of report/],
    ['check --report json=/nowhere/at/all.json', /cannot be written \(ENOENT\)/],
    ['check --report json=/tmp', /is a folder/],
    ['check --write-waivers /tmp', /is a folder/],
    ['stub --port 99999', /whole number/],
    ['stub --port 0 --host 256.1.1.1', /cannot listen on/],
    ['stub --port 0 --prefix a', /prefix|begin/],
    ['stub --port 0 --choices sideways', /sideways/],
    ['stub --port 0 --export-target /nowhere/at/all.yaml', /cannot be written/],
    ['stub --watch', /--fixtures/],
    ['clauses nonsense', /not the id of a clause/],
    ['merge', /missing required argument/],
    ['init', /missing required argument/],
    ['init nonsense', /not an http or https URL/],
    ['prove nonsense', /not an http or https URL/],
  ])('"%s" gets a sentence', async (line, named) => {
    const words = line === '' ? ['check', ''] : line.split(' ');
    const said = await complaint(words);
    expectSentence(said, words);
    expect(said?.message).toMatch(named);
  });
});

describe('a report that cannot be written whole', () => {
  it('leaves the one that was there before as it was, and nothing beside it', async () => {
    await lay(folder, { 'full/report.json': 'the one before' });
    const file = at('full/report.json');
    const words = ['check', '--only', 'application-key', '--report', `json=${file}`];
    const { code, error } = await assay(words, {}, 'ulimit -f 8; trap "" XFSZ');
    expect([code, error]).toEqual([
      2,
      expect.stringMatching(/^\S+report.json cannot be written \(E\w+\)[^\n]*\.\n$/),
    ]);
    expect(await readFile(file, 'utf8')).toBe('the one before');
    expect(await readdir(at('full'))).toEqual(['report.json']);
  }, 30_000);
});
