import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { assay, lay } from './command.ts';
import { start } from './processes/start.ts';
import * as broken from './servers/broken.ts';
import { front, honestFor, type Manner } from './servers/front.ts';
import * as unsteady from './servers/unsteady.ts';
import { slow } from './servers/unusual.ts';
import { catalog, honestTransport } from './trial.ts';

const folder = process.cwd();

const budget = 3;
/** A busy machine may take its time over the start and the end. */
const grace = 25;

describe.concurrent('on a target that never answers', { timeout: 60_000 }, () => {
  it.each(['init', 'prove'])('%s ends at once when it is told to, and writes nothing', async (command) => {
    const asked = Promise.withResolvers<void>();
    await using server = await front(honestTransport(), () => asked.resolve());
    const output = join(folder, `${command}.yaml`);
    const words = command === 'init' ? ['--output', output] : [];
    await using run = await start(command, server.baseUrl, ...words);
    await asked.promise;
    const { out } = await run.end('SIGTERM');
    expect([out, existsSync(output)]).toEqual(['', false]);
  });
});

describe.concurrent('a check ends within its budget', () => {
  it.each<[string, Manner, readonly number[]]>([
    ['never answers', broken.silent, [2, 3]],
    ['falls silent', honestFor(8, broken.silent), [3]],
    ['goes over to a byte at a time', honestFor(8, broken.trickling), [3]],
    ['goes over to bodies without end', honestFor(8, broken.endless), [1, 3]],
    ['shows pages without end', unsteady.boundless, [1, 3]],
    ['takes two seconds for every reply', slow(2_000), [3]],
  ])('on a target that %s', async (name, manner, codes) => {
    await using server = await front(honestTransport(), manner);
    const file = `${name}.yaml`;
    await lay(folder, { [file]: stringify(targetOfCatalog(catalog, server.baseUrl)) });
    const began = performance.now();
    const words = ['check', '--target', join(folder, file), '--timeout', '60000', '--budget', String(budget)];
    const { code, out, error } = await assay(words);
    expect((performance.now() - began) / 1000).toBeLessThan(budget + grace);
    expect(codes).toContain(code);
    if (code === 2) expect(error).toMatch(/^[^\n]+\n$/);
    else expect([out, error]).toEqual([expect.stringMatching(/\n(undetermined|violates) — /), '']);
  });
});
