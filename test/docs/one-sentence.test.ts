import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runAssay } from '../cli/assay-in-process.ts';
import { root } from './pages.ts';

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

test('one sentence says what assay is: in the README, the package, the action and the help', async () => {
  const { description } = JSON.parse(await read('package.json'));
  const { out } = await runAssay(['--help']);
  expect(parse(await read('action.yml')).description).toBe(description);
  expect(out.replaceAll(/\s+/g, ' ')).toContain(description);
  expect(await read('README.md')).toContain(`assay ${description[0].toLowerCase()}${description.slice(1)}`);
});
