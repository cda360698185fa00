import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serveLocally } from '../serve-locally.ts';
import { spawnAssay } from './assay-process.ts';

describe.concurrent('the executable', () => {
  it('passes on its arguments, its output and its exit code', async () => {
    const child = spawnAssay('chekc');
    const [out, error, ended] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect([ended, out, error]).toEqual([[2, null], '', "unknown command 'chekc' (Did you mean check?)\n"]);
  });

  it('ends where a pattern matches nothing', async () => {
    const child = spawnAssay('check', '--stub', '--only', 'nonsense');
    const [error, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([ended, error]).toEqual([
      [2, null],
      expect.stringMatching(/^--only nonsense matches nothing; .+\n$/),
    ]);
  });

  it('has no verdict where a house rule ends the process', async () => {
    const folder = await mkdtemp(join(process.cwd(), 'exit-'));
    await writeFile(join(folder, 'leaves.mjs'), 'process.exit(0);\n');
    await writeFile(
      join(folder, 'clauses.yaml'),
      '- { id: house/leaves, at: 1/s1, level: must, text: A rule stays. }\n',
    );
    const file = join(folder, 'target.yaml');
    await writeFile(file, 'baseUrl: http://127.0.0.1:9\nrules: ./leaves.mjs\n');
    const child = spawnAssay('check', '--target', file);
    const [error, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([ended, error]).toEqual([
      [2, null],
      expect.stringMatching(/^something that was imported ended .+\n$/),
    ]);
  });

  it('serves the stub until it is interrupted', async () => {
    const child = spawnAssay('stub', '--port', '0');
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    const url = /http:\S+/.exec(first.toString())?.[0];
    expect((await fetch(`${url}/v2/application-keys`, { method: 'POST' })).status).toBe(401);
    const ended = once(child, 'close');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  it('reports what it found so far after Ctrl-C, and exits with 3', async () => {
    let requests = 0;
    const asked = Promise.withResolvers<void>();
    await using server = await serveLocally((_, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(404).end();
      else asked.resolve();
    });
    const child = spawnAssay('check', server.baseUrl);
    const out = child.stdout.setEncoding('utf8').toArray();
    await asked.promise;
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([3, null]);
    expect((await out).join('')).toMatch(
      /\nundetermined — the run was interrupted, with no room for (\d+) of \1 cases: 0 rules passed so far\n$/,
    );
  });

  it('accepts that its reader stops reading', async () => {
    const child = spawnAssay('clauses', '--all');
    child.stdout.destroy();
    const [error, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([ended, error]).toEqual([[0, null], '']);
  });
});
