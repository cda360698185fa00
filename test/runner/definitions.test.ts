import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definingFiles } from '../../conformance/engine/definitions.ts';

const conformance = join(import.meta.dirname, '../../conformance');

test.each(['rules', 'experiments', 'observations'] as const)(
  'every file with the name of %s is loaded, whatever folder it is in',
  async (kind) => {
    const named = globSync([`**/${kind}.ts`, `**/${kind}/*.ts`], { cwd: conformance }).sort();
    expect(named.length).toBeGreaterThan(3);
    expect(await definingFiles(kind)).toEqual(named);
  },
);

test('a folder that is not there is an error, since its rules would be missing without a word', async () => {
  await expect(definingFiles('rules', ['list', 'lists'])).rejects.toThrow(/conformance\/lists/);
});
