import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { complaint, lay } from './command.ts';
import { expectSentence } from './sentence.ts';

const folder = process.cwd();
const at = (name: string): string => join(folder, name);

const nowhere = 'http://127.0.0.1:9';

const uuid = '606699e3-d3d0-4977-9433-444b2d312311';

describe('a target file', () => {
  it.each<[string, RegExp]>([
    ['token: ""', /target.yaml:1: /],
    ['token: "a\\nb"', /target.yaml:1: .*header/],
    ['baseUrl: http://user:secret@shop.example', /target.yaml:1: (?!.*secret).*credentials/],
    ['headers: { "a b": c }', /target.yaml:1: .*header/],
    ['headers: { a: "b\\r\\nc: d" }', /target.yaml:1: .*header/],
    ['known: { subscription: { plan_id: a } }', /target.yaml:1: .*UUID/],
    [
      `collections:\n  - at:\n      hierarchyID: ${uuid}\n      nodeID: ${uuid}\n    holds: [a]`,
      /target.yaml:5: .*UUID/,
    ],
    ['contract: nowhere.yaml', /nowhere.yaml: cannot be read/],
    ['contract: [a]', /target.yaml:1: .*must be a string/],
    ['token: "a" secret', /target.yaml:1:12: (?!.*secret)/],
    ['token: |secret', /target.yaml:1:9: (?!.*secret)/],
    ['token: *secret', /target.yaml:1:8: (?!.*secret)/],
    ['overlays: [nowhere.yaml]', /nowhere.yaml: cannot be read/],
    [`"a\\e[31m${'b'.repeat(10)}": 1`, /target.yaml:1: /],
  ])('with %j gets a sentence with its line', async (content, named) => {
    await lay(folder, { 'target.yaml': content });
    const words = ['check', nowhere, '--target', at('target.yaml')];
    const said = await complaint(words);
    expectSentence(said, words.join(' '));
    expect(said?.message).toMatch(named);
  });
});

describe('the command line', () => {
  it.each<[string, RegExp]>([
    ['', /./],
    ['check a b', /too many arguments|not an http/],
    ['check --at a', /HIERARCHY_ID\/NODE_ID/],
    [`check --at ${uuid}/${uuid}/${uuid}`, /HIERARCHY_ID\/NODE_ID/],
    ['check --stub --only ../../etc/passwd', /matches nothing/],
    ['check --stub --require application-key --skip application-key', /leaves out/],
    ['check --report json', /KIND=FILE/],
    ['check --report __proto__=a', /not a kind of report/],
    ['check --report json=/nowhere/at/all.json', /cannot be written \(ENOENT\)/],
    ['check --report json=/tmp', /is a folder/],
    ['check --report json=/proc/version/a.json', /cannot be written: \/proc\/version is not a folder/],
    ['check --stub --only application-key --skip application-key', /--skip leaves nothing/],
    ['stub --port 0 --host 256.1.1.1', /cannot listen on/],
    ['stub --port 0 --prefix a', /prefix|begin/],
    ['stub --port 0 --choices sideways', /sideways/],
    ['stub --port 0 --export-target /nowhere/at/all.yaml', /cannot be written/],
    ['compare /nowhere/at/all.json', /missing required argument/],
    ['compare /nowhere/at/all.json /nowhere/at/all.json', /all.json: cannot be read/],
    ['init', /no base URL is given/],
    ['prove http://127.0.0.1:9', /^http:\/\/127.0.0.1:9 cannot be checked: the server rejects connections/],
    ['prove --target /nowhere/at/all.yaml', /all.yaml: cannot be read/],
    ['init http://127.0.0.1:9 --output /tmp/assay-never-written.yaml', /the server rejects connections/],
  ])('"%s" gets a sentence', async (line, named) => {
    const words = line === '' ? ['check', ''] : line.split(' ');
    const said = await complaint(words);
    expectSentence(said, words.join(' '));
    expect(said?.message).toMatch(named);
  });
});

describe('the environment', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each<[string, string, string[], RegExp]>([
    ['ASSAY_TOKEN', 'secret\nhost: a', ['init', nowhere], /^ASSAY_TOKEN (?!.*secret)/],
    ['ASSAY_TOKEN', 'secret €', ['init', nowhere], /^ASSAY_TOKEN (?!.*secret)/],
    ['HTTP_PROXY', 'not a proxy', ['check', 'http://shop.invalid'], /HTTP_PROXY does not name an HTTP proxy/],
    [
      'HTTPS_PROXY',
      'socks5://127.0.0.1:9',
      ['check', 'https://shop.invalid', '--allow-writes'],
      /HTTPS_PROXY does not name an HTTP proxy; .* or set NO_PROXY=shop\.invalid\.$/,
    ],
    [
      'HTTPS_PROXY',
      'http://127.0.0.1:9',
      ['check', 'https://shop.invalid', '--allow-writes'],
      /the proxy that HTTPS_PROXY names rejects connections; correct HTTPS_PROXY/,
    ],
    ['HTTPS_PROXY', 'gopher://a', ['check', 'https://shop.invalid'], /HTTPS_PROXY|cannot be checked/],
  ])('with a %s of %j gets a sentence', async (name, value, words, named) => {
    vi.stubEnv(name, value);
    const said = await complaint(words);
    expectSentence(said, `${name}=${value}`);
    expect(said?.message).toMatch(named);
  });
});
