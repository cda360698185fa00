import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { setup } from '../build.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** Prints the files among its arguments that V8 does not parse, with the reason. */
const parse = `
  const { readFileSync } = require('node:fs');
  const { SourceTextModule } = require('node:vm');
  for (const file of process.argv.slice(1))
    try {
      new SourceTextModule(readFileSync(file, 'utf8'));
    } catch ({ message }) {
      console.log(file + ': ' + message);
    }`;

const run = (...words: string[]) => promisify(execFile)(process.execPath, words);

/** What the build does with what the shipped contract does not need, such as the reader of contracts. */
describe('the build', () => {
  beforeAll(setup);

  it('contains nothing that does not parse', async () => {
    const files = globSync(join(dist, '**/*.js'));
    expect(files.length).toBeGreaterThan(40);
    const words = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--eval', parse];
    expect((await run(...words, ...files)).stdout).toBe('');
  });

  it('applies an Overlay, of the command line and of a target file', async () => {
    await copyFile(join(root, 'fixtures/gateways.overlay.yaml'), 'gateways.yaml');
    await writeFile('target.yaml', 'baseUrl: http://127.0.0.1:9\noverlays: [gateways.yaml]\n');
    const check = [join(dist, 'conformance/cli/bin.js'), 'check', '--only', 'subscription/request-*'];
    const { stdout } = await run(...check, '--stub', '--overlay', 'gateways.yaml');
    expect(stdout).toMatch(/\npasses — .*; contract amended: 1 place /);
    expect((await run(...check, '--target', 'target.yaml', '--plan')).stdout).toContain('A check of ');
  });
});
