import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeListing } from '../../conformance/list/mutants.ts';
import type { Report } from '../../conformance/report/report.ts';
import { withAt } from '../../src/json/json.ts';
import { rawServer } from '../hostile/servers/raw.ts';
import { makeStub, nodeNamed } from '../stub/shop-stub.ts';
import { runAssay, startProxy, until } from './assay-in-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-proxy-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A listing whose first product is something else; its name would turn a terminal red. */
const mistyped = changeListing((json) => withAt(json, ['data', 0, 'type'], '\u001b[31mthing'));

describe('assay proxy', () => {
  it('shows what is broken as it passes, and at its end reports what it saw, which can be judged again', async () => {
    await using stub = await makeStub({ mutants: [mistyped] }).listen();
    const [json, har] = [join(folder, 'report.json'), join(folder, 'passed.har')];
    const files = ['--report', `json=${json}`, '--har', har];
    await using proxy = await startProxy([stub.baseUrl, ...files], { folder });
    const { url } = proxy;
    expect(proxy.written.out).toContain(`${url} leads to ${stub.baseUrl}; point your clients at it\n`);
    const { path } = nodeNamed('Shelter');
    const response = await fetch(`${url}${path}?page[limit]=3`, {
      headers: { authorization: 'Bearer tok-1234567' },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    await until(() => proxy.written.out.includes('✗ '));
    expect(await proxy.stop()).toBe(1);
    const { out } = proxy.written;
    expect(out).toContain('"\\u001b[31mthing"');
    expect(out).not.toContain('\u001b');
    expect(out).not.toContain('tok-1234567');
    expect(out).toContain(`-H 'authorization: Bearer '"$ASSAY_TOKEN"`);
    expect(out).toMatch(/\nviolates — 1 rule broken: .*\n$/);
    const report = JSON.parse(await readFile(json, 'utf8')) as Report;
    const broken = report.results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
    // Nothing is sent, so that nobody has to set the token.
    const target = join(folder, 'target.yaml');
    await writeFile(target, 'token: $' + '{NOBODY_SET_THIS}');
    const again = await runAssay(['inspect', har, '--target', target, '--base-url', stub.baseUrl], {
      folder,
    });
    expect(again.code).toBe(1);
    expect(broken).toHaveLength(1);
    expect(again.out).toContain(`✗ ${broken[0]}`);
    expect(again.out).toContain(`-H 'authorization: Bearer '"$ASSAY_TOKEN"`);
  });

  it('that finds no room for its archive stops, and says so in a sentence', async () => {
    await using stub = await makeStub().listen();
    await using proxy = await startProxy([stub.baseUrl, '--har', '/dev/full'], { folder });
    await fetch(`${proxy.url}/v2/application-keys`, { method: 'POST' });
    await until(() => proxy.written.error !== '');
    expect(proxy.written.error).toBe('/dev/full cannot be written (ENOSPC); make room for it.\n');
    await expect(fetch(proxy.url)).rejects.toThrow();
    expect(await proxy.stop()).toBe(2);
  });

  it('says in a sentence what it cannot do', async () => {
    await using taken = await rawServer(() => {});
    const port = String(taken.port);
    const problems: [words: string[], message: string][] = [
      [['shop.example'], 'the upstream is not an http or https URL; write it like http://127.0.0.1:4010.'],
      [
        ['http://localhost:4999', '--port', '4999'],
        'the upstream http://localhost:4999 is the address of the proxy itself; choose another port for one of them.',
      ],
      [
        ['http://localhost:4999', '--port', port],
        `cannot listen on 127.0.0.1:${port}: another program uses the port; choose another with --port.`,
      ],
      [['http://localhost:1', '--port', '0', '--har', folder], `${folder} is a folder; name a file in it.`],
      [
        ['http://localhost:1', '--port', '0', '--only', '/'],
        '--only "/" is not a pattern; write an id, the path it begins with, or a glob.',
      ],
    ];
    for (const [words, message] of problems)
      expect(await runAssay(['proxy', ...words], { folder })).toMatchObject({
        code: 2,
        error: `${message}\n`,
      });
  });
});
